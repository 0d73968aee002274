export function nonEmptyText(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

export function nonEmpty<T extends object>(value: T | undefined): T | undefined {
  return value !== undefined && Object.keys(value).length > 0 ? value : undefined;
}
