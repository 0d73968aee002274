import type { RuleMetadata } from '../metadata.js';
import type { PropertyPlace } from '../property-place.js';

/** A `@ValidateIf`. */
export type Condition = (object: unknown, value: unknown) => unknown;

/** The conditions of a property that are false: those of `@ValidateIf`, and those that its rules have themselves. */
export function switchedOff(rules: readonly RuleMetadata[], { object, key }: PropertyPlace): Condition[] {
  return rules
    .flatMap(({ type, name, constraints, validateIf }) => {
      const isCondition = type === 'conditionalValidation' && name !== 'isOptional';
      return isCondition ? [constraints?.[0] as Condition] : (validateIf ?? []);
    })
    .filter((holds) => !holds(object, object[key]));
}
