import type { Condition } from './class-validator.js';
import { readCondition } from './condition-source.js';

/** A value that JSON Schema can list. */
export type Scalar = string | number | boolean;

/** What is known of the `@ValidateIf` conditions of one property. */
export interface Conditions {
  /** Rules do not run where the property is absent. */
  readonly freeAbsent: boolean;
  /** Rules do not run on null. */
  readonly freeNull: boolean;
  /** Rules do not run on these values. */
  readonly freeValues: readonly Scalar[];
  /** Rules may be off for values that cannot be listed: a condition looks elsewhere, or its text does not tell. */
  readonly open: boolean;
}

const OPEN: Conditions = { freeAbsent: true, freeNull: true, freeValues: [], open: true };

/**
 * A condition is a function of the whole object, which only running it can answer. Where its text shows that
 * it knows nothing but the property, it is asked about every value it can tell apart.
 *
 * @param absent the object as a condition sees it when the property is not sent
 */
export function analyseConditions(
  conditions: readonly Condition[],
  key: string,
  absent: object = {},
): Conditions {
  const asked = conditions.map((condition) => analyse(condition, key, absent));
  const open = asked.some((one) => one.open);
  return {
    freeAbsent: asked.some((one) => one.freeAbsent),
    freeNull: asked.some((one) => one.freeNull),
    freeValues: open ? [] : [...new Set(asked.flatMap((one) => one.freeValues))],
    open,
  };
}

function analyse(condition: Condition, key: string, absent: object): Conditions {
  const read = readCondition(condition, key);
  if (read === undefined) return OPEN;
  const frees = (value: unknown): boolean => !condition({ [key]: value }, value);
  try {
    const listed: Scalar[] = [...new Set<Scalar>(['', 0, false, true, ...read.literals])];
    return {
      freeAbsent: !condition(absent, (absent as Record<string, unknown>)[key]),
      freeNull: frees(null),
      freeValues: listed.filter(frees),
      open: othersThan(read.literals).some(frees),
    };
  } catch {
    return OPEN;
  }
}

/** One value for all of a type that are not listed. */
function othersThan(literals: readonly (string | number)[]): unknown[] {
  const numbers = literals.filter((one) => typeof one === 'number');
  let number = 1;
  while (numbers.includes(number)) number += 1;
  return [`${literals.join('')}x`, number, [], {}];
}
