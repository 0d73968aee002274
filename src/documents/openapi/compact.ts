export type Loose<T> = { [K in keyof T]: T[K] | undefined };

export function compact<T extends object>(object: Loose<T>): T {
  const kept: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[])
    if (object[name] !== undefined) kept[name] = object[name];
  return kept as T;
}

export function text(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

export function filled<T extends object>(value: T | undefined): T | undefined {
  return value !== undefined && Object.keys(value).length > 0 ? value : undefined;
}
