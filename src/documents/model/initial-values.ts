import type { JsonValue } from '../../shared/types.js';
import type { ClassFacts } from './class-facts.js';

/** What a class puts into a new instance. */
export interface InitialValues {
  /** As it is: validation sees these where a request leaves a property out. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The value of a property as JSON, where every instance has the same. */
  readonly jsonOf: (key: string) => JsonValue | undefined;
  /** The message of the error that the constructor throws without arguments. */
  readonly failure?: string;
}

/** class-transformer makes each instance with `new` and no arguments; so does this, twice, to see what stays the same. */
export function initialValuesOf({ target, properties }: ClassFacts): InitialValues {
  const getters = [...properties.values()].filter(({ accessor }) => accessor?.get !== undefined);
  const create = (): Readonly<Record<string, unknown>> => {
    const instance = new (target as unknown as new () => Record<string, unknown>)();
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
    return { values, jsonOf };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { values: {}, jsonOf: () => undefined, failure };
  }
}

/** What validation finds behind a getter; one that throws has no value yet. */
function readSafely(instance: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return instance[key];
  } catch {
    return undefined;
  }
}

/** Scalars, and lists and plain objects of them; a date or an instance is no default that a document can show. */
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
