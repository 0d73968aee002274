import type { JsonValue } from '../../shared/types.js';
import type { ClassFacts, PropertyFacts } from './class-facts.js';

export interface InitialValues {
  /** The names of the members that every new instance has. */
  readonly members: readonly string[];
  /** The initial values by the name in the class. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Returns the initial value as JSON if it is equal in every instance. */
  readonly jsonOf: (key: string) => JsonValue | undefined;
  /** True if the constructor throws without arguments; then nothing is known. */
  readonly failed?: boolean;
}

/** Creates two instances by `new` without arguments, as class-transformer does, to find the constant initial values. */
export function initialValuesOf({ target, properties }: ClassFacts): InitialValues {
  const getters: PropertyFacts[] = [];
  for (const property of properties.values())
    if (property.accessor?.get !== undefined) getters.push(property);
  let members: readonly string[] = [];
  const create = (): Readonly<Record<string, unknown>> => {
    const instance = new (target as unknown as new () => Record<string, unknown>)();
    members = Object.keys(instance);
    if (getters.length === 0) return { ...instance };
    const read = getters.map(({ key }) => [key, readSafely(instance, key)] as const);
    return { ...Object.fromEntries(read), ...instance };
  };
  try {
    const values = create();
    let other: Readonly<Record<string, unknown>> | undefined;
    const jsonOf = (key: string): JsonValue | undefined => {
      const json = asJson(values[key]);
      if (json === undefined) return undefined;
      other ??= create();
      return JSON.stringify(json) === JSON.stringify(asJson(other[key])) ? json : undefined;
    };
    return { members, values, jsonOf };
  } catch {
    return { members: [], values: {}, jsonOf: () => undefined, failed: true };
  }
}

function readSafely(instance: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return instance[key];
  } catch {
    return undefined;
  }
}

function asJson(value: unknown, depth = 0): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth > 8) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => asJson(item, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const entries = Object.entries(value).map(([key, item]) => [key, asJson(item, depth + 1)] as const);
  return entries.every(([, item]) => item !== undefined)
    ? (Object.fromEntries(entries) as Record<string, JsonValue>)
    : undefined;
}
