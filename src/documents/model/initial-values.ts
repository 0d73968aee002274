import { writeRegistered } from '../../../decorators/registered-types.js';
import type { JsonValue } from '../../shared/types.js';
import type { ClassFacts } from './class-facts.js';

/**
 * The initial values of the fields of a class. class-transformer,
 * too, creates instances by `new` without arguments.
 */
export class InitialValues {
  /** The names of the members that every new instance has. */
  readonly members: readonly string[] = NO_MEMBERS;
  /** The initial values by the name in the class. */
  readonly values: Values = NO_VALUES;
  /** True if the constructor throws without arguments; then nothing is known. */
  readonly failed: boolean = false;
  readonly #facts: ClassFacts;
  #others: Values | undefined;

  constructor(facts: ClassFacts) {
    this.#facts = facts;
    try {
      const instance = newInstance(facts);
      this.members = Object.keys(instance);
      this.values = valuesOf(instance, facts);
    } catch {
      this.failed = true;
    }
  }

  /** Returns the initial value as JSON if it is equal in another instance, also in one of another day. */
  jsonOf(key: string): JsonValue | undefined {
    const json = asJson(this.values[key]);
    if (json === undefined || isPresent(json)) return undefined;
    this.#others ??= valuesOf(newInstance(this.#facts), this.#facts);
    return JSON.stringify(json) === JSON.stringify(asJson(this.#others[key])) ? json : undefined;
  }
}

const DAY = 24 * 60 * 60 * 1000;

/** Returns whether a number or a text is a time of today. Two instances may be of the same millisecond. */
function isPresent(value: JsonValue): boolean {
  const isToday = (time: number): boolean => Math.abs(time - Date.now()) < DAY;
  if (typeof value === 'string') return isToday(Date.parse(value));
  return typeof value === 'number' && (isToday(value) || isToday(value * 1000));
}

type Values = Readonly<Record<string, unknown>>;

const NO_MEMBERS: readonly string[] = [];
const NO_VALUES: Values = {};

function newInstance({ target }: ClassFacts): Values {
  return new (target as unknown as new () => Values)();
}

/** Returns the own values of an instance, and those of its getters. */
function valuesOf(instance: Values, { properties }: ClassFacts): Values {
  let values = { ...instance };
  for (const { key, accessor } of properties.values())
    if (accessor?.get !== undefined && !Object.hasOwn(instance, key))
      values = { ...values, [key]: readSafely(instance, key) };
  return values;
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
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    const written = writeRegistered(value);
    return written === value ? undefined : asJson(written, depth + 1);
  }
  const entries = Object.entries(value).map(([key, item]) => [key, asJson(item, depth + 1)] as const);
  return entries.every(([, item]) => item !== undefined)
    ? (Object.fromEntries(entries) as Record<string, JsonValue>)
    : undefined;
}
