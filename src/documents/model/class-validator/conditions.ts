import { type Condition, KINDS, type ValidationMetadata } from './metadata.js';
import type { Exemption, Rule } from '../types.js';
import * as classValidator from 'class-validator';

export interface Conditions {
  /** True if the rules are skipped for an absent value, perhaps depending on other properties. */
  readonly exemptsAbsence: boolean;
  /** True if the rules are skipped for null, perhaps depending on other properties. */
  readonly exemptsNull: boolean;
  /** The same whatever the other properties are. */
  readonly alwaysExemptsAbsence: boolean;
  readonly alwaysExemptsNull: boolean;
  /** Values for which the rules are skipped. */
  readonly exempt: readonly Exemption[];
  /**
   * True if the condition reads another property or exempts
   * every value, so that the rules may be skipped for any value.
   */
  readonly open: boolean;
}

export interface AbsentValue {
  /** True if the object has the property: then `value` is its initial value. */
  readonly isMember: boolean;
  readonly value: unknown;
}

export const MISSING: AbsentValue = { isMember: false, value: undefined };

const OPEN: Conditions = {
  exemptsAbsence: true,
  exemptsNull: true,
  alwaysExemptsAbsence: false,
  alwaysExemptsNull: false,
  exempt: [],
  open: true,
};
export const NO_CONDITIONS: Conditions = {
  exemptsAbsence: false,
  exemptsNull: false,
  alwaysExemptsAbsence: false,
  alwaysExemptsNull: false,
  exempt: [],
  open: false,
};

interface Sample {
  readonly type: Exemption['type'];
  /** A value of the type that no condition treats in a special way. */
  readonly typical: unknown;
  /** Values of the type that conditions often name, such as an empty string. */
  readonly edges: readonly unknown[];
}

const SAMPLES: readonly Sample[] = [
  { type: 'string', typical: 'x', edges: [''] },
  { type: 'number', typical: 1, edges: [0] },
  { type: 'boolean', typical: true, edges: [false] },
  { type: 'array', typical: [], edges: [] },
  { type: 'object', typical: {}, edges: [] },
];

/**
 * Calls the conditions of a property with test values: absence, null, falsy values and one value of each JSON
 * type. A condition that reads another property may exempt any value.
 *
 * @param absent the object that a condition gets when the property was not sent
 * @param rules their listed values are test values, too
 */
export function analyseConditions(
  conditions: readonly Condition[],
  key: string,
  absent: AbsentValue = MISSING,
  rules: readonly Rule[] = [],
): Conditions {
  if (conditions.length === 0) return NO_CONDITIONS;
  const listed = listedValues(rules);
  const object = absent.isMember ? { [key]: absent.value } : {};
  const verdicts = conditions.map((condition) => analyse(condition, key, object, listed));
  return {
    exemptsAbsence: verdicts.some((verdict) => verdict.exemptsAbsence),
    exemptsNull: verdicts.some((verdict) => verdict.exemptsNull),
    alwaysExemptsAbsence: verdicts.some((verdict) => verdict.alwaysExemptsAbsence),
    alwaysExemptsNull: verdicts.some((verdict) => verdict.alwaysExemptsNull),
    exempt: distinct(verdicts.flatMap((verdict) => verdict.exempt)),
    open: verdicts.some((verdict) => verdict.open),
  };
}

function distinct(exempt: readonly Exemption[]): Exemption[] {
  const types = new Set(exempt.filter((exemption) => !('value' in exemption)).map(({ type }) => type));
  const values = exempt.filter((exemption) => 'value' in exemption && !types.has(exemption.type));
  const known = new Map(values.map((exemption) => [exemption.value, exemption]));
  return [...[...types].map((type) => ({ type })), ...known.values()];
}

function analyse(
  condition: Condition,
  key: string,
  absent: Readonly<Record<string, unknown>>,
  listed: readonly unknown[],
): Conditions {
  const watch = { looksElsewhere: false };
  const holds = (object: Readonly<Record<string, unknown>>): boolean =>
    Boolean(condition(recordReads(object, key, watch), object[key]));
  try {
    const exempt = SAMPLES.flatMap(({ type, typical, edges }): Exemption[] => {
      if (!holds({ [key]: typical })) return [{ type }];
      const values = new Set([...edges, ...listed.filter((value) => typeof value === type)]);
      return [...values].filter((value) => !holds({ [key]: value })).map((value) => ({ type, value }));
    });
    const exemptsAbsence = !holds(absent);
    const exemptsNull = !holds({ [key]: null });
    const never = exempt.filter((exemption) => !('value' in exemption)).length === SAMPLES.length;
    if (watch.looksElsewhere) return OPEN;
    const always = { alwaysExemptsAbsence: exemptsAbsence, alwaysExemptsNull: exemptsNull };
    return never ? { ...OPEN, ...always } : { exemptsAbsence, exemptsNull, ...always, exempt, open: false };
  } catch {
    return OPEN;
  }
}

export function conditionHolds(condition: Condition, key: string, value: unknown): boolean {
  const watch = { looksElsewhere: false };
  try {
    const holds = Boolean(condition(recordReads({ [key]: value }, key, watch), value));
    return holds && !watch.looksElsewhere;
  } catch {
    return false;
  }
}

function listedValues(rules: readonly Rule[]): readonly unknown[] {
  return rules
    .flatMap(({ constraints }) => constraints.flat())
    .flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [value],
    );
}

const VALUES = SAMPLES.flatMap(({ typical, edges }) => [typical, ...edges]);

function isAboutNothing(condition: Condition, key: string): boolean {
  const holds = (value: unknown): boolean => conditionHolds(condition, key, value);
  return VALUES.every(holds) && !holds(null) && !holds(undefined);
}

export function mayBeOff(condition: Condition, key: string): boolean {
  return !VALUES.every((value) => conditionHolds(condition, key, value));
}

/** Returns whether the condition of a rule depends on the value alone, so that its exemptions are known. */
export function hasKnownExemptions({ condition }: Pick<Rule, 'condition'>, key: string): boolean {
  return condition !== undefined && !analyseConditions([condition], key).open;
}

/** Wraps an object so that `watch` records whether any other key is read. */
export function recordReads(
  object: Readonly<Record<string, unknown>>,
  key: string,
  watch: { looksElsewhere: boolean },
): Readonly<Record<string, unknown>> {
  const stray = <T>(answer: T): T => {
    watch.looksElsewhere = true;
    return answer;
  };
  const nothing = (): unknown => {
    watch.looksElsewhere = true;
    return undefined;
  };
  const isOwn = (name: string | symbol): boolean => name === key;
  return new Proxy(object, {
    get: (target, name) => (isOwn(name) ? target[key] : nothing()),
    has: (target, name) => (isOwn(name) ? key in target : stray(false)),
    getOwnPropertyDescriptor: (target, name) =>
      isOwn(name) ? Reflect.getOwnPropertyDescriptor(target, name) : (nothing() as undefined),
    ownKeys: (target) => stray(Reflect.ownKeys(target)),
    getPrototypeOf: () => stray(null),
    set: () => stray(true),
    defineProperty: () => stray(true),
    deleteProperty: () => stray(true),
  });
}

/** The name of the `@IsOptional()` condition since class-validator 0.14.2; undefined before. */
const IS_OPTIONAL = classValidator.IS_OPTIONAL as string | undefined;

/**
 * Returns whether a condition is `@IsOptional()`: by its
 * name, or by its results before class-validator 0.14.2.
 */
export function isOptionalCondition(metadata: ValidationMetadata): boolean {
  if (metadata.type !== KINDS.conditional) return false;
  if (IS_OPTIONAL !== undefined) return metadata.name === IS_OPTIONAL;
  return isAboutNothing(metadata.constraints?.[0] as Condition, metadata.propertyName);
}
