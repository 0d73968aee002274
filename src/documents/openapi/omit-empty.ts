type WithUndefined<T> = { [K in keyof T]: T[K] | undefined };

export function omitUndefined<T extends object>(object: WithUndefined<T>): T {
  const kept: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[])
    if (object[name] !== undefined) kept[name] = object[name];
  return kept as T;
}

export function nonEmptyText(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

export function nonEmpty<T extends object>(value: T | undefined): T | undefined {
  return value !== undefined && Object.keys(value).length > 0 ? value : undefined;
}
