// `never[]` accepts every constructor; nothing here calls one with arguments.
/** Any class, including abstract classes. */
export type Constructor<T = unknown> = abstract new (...args: never[]) => T;

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Name of a specification extension. */
export type ExtensionName = `x-${string}`;

/** An object that may have specification extensions. */
export type Extensible = Partial<Record<ExtensionName, unknown>>;

/** An object under construction. Spreads of conditions into a literal take longer than assignments. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
