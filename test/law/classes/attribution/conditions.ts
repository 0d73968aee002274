import type { RuleMetadata } from '../metadata.js';
import type { PropertyPlace } from '../place.js';

/** A `@ValidateIf`. */
export type Condition = (object: unknown, value: unknown) => unknown;

/** The `@ValidateIf` conditions of a property that are false. */
export function switchedOff(rules: readonly RuleMetadata[], { object, key }: PropertyPlace): Condition[] {
  return rules
    .filter(({ type, name }) => type === 'conditionalValidation' && name !== 'isOptional')
    .map(({ constraints }) => constraints?.[0] as Condition)
    .filter((holds) => !holds(object, object[key]));
}
