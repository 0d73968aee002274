import type { ExtensionName, JsonValue } from '../src/shared/types.js';
import type { TypeDeclaration } from './type-input.js';

// The types of what decorators record, and nothing else.

/** Where a parameter travels. `param` and `form` are fallbacks of `path` and `query`. */
export type Location = 'query' | 'form' | 'path' | 'param' | 'header' | 'cookie';

/** How a parameter is written in its place: OpenAPI's Parameter Object. */
export interface ParameterStyle {
  /**
   * How the value is written (OpenAPI 3.1, 4.8.12.2).
   * @default by type: `form` (query, cookie), `deepObject` (a class in the query), `simple` (path, header)
   */
  readonly style?:
    | 'matrix'
    | 'label'
    | 'simple'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    // Without percent-encoding; OpenAPI 3.2 and later.
    | 'cookie'
    | undefined;
  /**
   * Whether each entry of a list or an object is a parameter of its own (OpenAPI 3.1, 4.8.12.2).
   * @default true for `form`, `deepObject` and `cookie`, else false
   */
  readonly explode?: boolean | undefined;
  /** Query only: reserved characters travel unescaped. @default false */
  readonly allowReserved?: boolean | undefined;
}

/** One `@Example`. */
export interface ExampleEntry {
  readonly value: unknown;
  /** Key under `examples` where the document has named examples. */
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
}

/** What our decorators can say of a class and of a property alike. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly ExampleEntry[];
  readonly deprecated?: boolean;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly override?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<ExtensionName, JsonValue>>;
}

/** What our decorators said of one property. */
export interface PropertyAnnotations extends Annotations {
  /** `@Doc`: the description where there is no `@Description`. */
  readonly doc?: string;
  readonly default?: JsonValue;
  /** The decorator that gave the default, where it is none of ours. */
  readonly defaultBy?: string;
  readonly format?: string;
  readonly presence?: 'required' | 'optional';
  readonly nullable?: boolean;
  readonly access?: 'readOnly' | 'writeOnly';
  readonly hidden?: boolean;
  readonly type?: TypeDeclaration;
  /** The name a parameter has in a place; `undefined` where the decorator gave none. */
  readonly locations?: Readonly<Partial<Record<Location, string | undefined>>>;
  /** How the parameter is written in a place, where its decorator says so. */
  readonly styles?: Readonly<Partial<Record<Location, ParameterStyle>>>;
}

/** What our decorators said of a class. */
export interface ClassAnnotations extends Annotations {
  /** Component name, from `@Model({ name })`. */
  readonly name?: string;
  /** `@Required()` on the class: every property that is not `@Optional()`. */
  readonly presence?: 'required';
  /** Event name, from `@Webhook`. */
  readonly webhook?: string;
  /** `@OneOf` on the class: what it stands for. */
  readonly type?: TypeDeclaration;
}
