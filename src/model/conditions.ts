import type { Condition } from './class-validator.js';

/** What is known of the `@ValidateIf` conditions of one property. */
export interface Conditions {
  /** Rules do not run on an absent value. */
  readonly freeAbsent: boolean;
  /** Rules do not run on null. */
  readonly freeNull: boolean;
  /** Rules may be off for other values too: the condition looks at other properties, or at the value closely. */
  readonly freeOthers: boolean;
}

/** Values of every JSON type, empty and not: a condition that runs on all of them asks only for presence. */
const PROBES: readonly unknown[] = ['', 'x', '0', 0, 1, -1, 0.5, true, false, [], [1], {}, { x: 1 }];

/**
 * A condition is a function of the whole object. It is asked about values of one property; if it looks at
 * nothing else and only null or absence frees, the rules hold for every other value.
 */
export function analyseConditions(conditions: readonly Condition[], key: string): Conditions {
  const asked = conditions.map((condition) => analyse(condition, key));
  return {
    freeAbsent: asked.some((one) => one.freeAbsent),
    freeNull: asked.some((one) => one.freeNull),
    freeOthers: asked.some((one) => one.freeOthers),
  };
}

function analyse(condition: Condition, key: string): Conditions {
  const seen = new Set<PropertyKey>();
  const runs = (value: unknown): boolean => Boolean(condition(watch({ [key]: value }, seen), value));
  try {
    const freeAbsent = !runs(undefined);
    const freeNull = !runs(null);
    const freeOthers = PROBES.some((value) => !runs(value));
    const looksElsewhere = [...seen].some((one) => one !== key);
    return looksElsewhere
      ? { freeAbsent: true, freeNull: true, freeOthers: true }
      : { freeAbsent, freeNull, freeOthers };
  } catch {
    // It wanted more than this one property, so it depends on the others.
    return { freeAbsent: true, freeNull: true, freeOthers: true };
  }
}

function watch(object: object, seen: Set<PropertyKey>): object {
  return new Proxy(object, {
    get: (target, name, receiver) => {
      seen.add(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
    has: (target, name) => {
      seen.add(name);
      return Reflect.has(target, name);
    },
    ownKeys: (target) => {
      seen.add('*');
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor: (target, name) => {
      seen.add(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // `instanceof` asks for the class, which a probe does not have.
    getPrototypeOf: (target) => {
      seen.add('*');
      return Reflect.getPrototypeOf(target);
    },
  });
}
