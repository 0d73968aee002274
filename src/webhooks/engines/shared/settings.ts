export type Awaitable<T> = T | Promise<T>;

/** Texts by kind and name, shared by all processes. */
export interface Settings {
  get(kind: SettingKind, name: string): Awaitable<string | undefined>;
  set(kind: SettingKind, name: string, value: string | undefined): Promise<void>;
  list(kind: SettingKind): Awaitable<readonly (readonly [name: string, value: string])[]>;
}

export type SettingKind = 'health' | 'pause' | 'cancel';
