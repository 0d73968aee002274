import type { Report } from '../diagnostic.js';
import type { Validation } from './class-validator.js';
import type { Conditions } from './conditions.js';
import type { Constructor, PropertyAnnotations, PropertyModel, View } from './types.js';
import { isAssigned } from './wire.js';

interface PresenceEvidence {
  readonly target: Constructor;
  readonly key: string;
  readonly view: View;
  readonly validation: Validation;
  readonly conditions: Conditions;
  readonly annotations: PropertyAnnotations;
  /** What validation sees of an object without the property. */
  readonly absent: Readonly<Record<string, unknown>>;
  readonly transformed: boolean;
  readonly written: boolean;
  readonly place: string;
  readonly report: Report;
}

type Presence = Pick<PropertyModel, 'required' | 'nullable' | 'acceptsNull' | 'acceptsAbsence'>;

/** Whether a property must be there, and whether it may be null (design 5, Required). */
export function presenceIn(evidence: PresenceEvidence): Presence {
  const { annotations, validation, conditions, view } = evidence;
  const acceptsNull = acceptsNullValue(evidence);
  if (annotations.nullable === true && view.direction === 'input' && !acceptsNull) reportNull(evidence);
  const acceptsAbsence = acceptsAbsentValue(evidence);
  const nullByCondition = conditions.freeNull && !conditions.freeAbsent && !validation.optional;
  // Where leaving it out brings a default that fails, null is how to say that there is nothing.
  const nullForAbsence = validation.optional && !acceptsAbsence;
  return {
    required: annotations.presence === 'required' || !acceptsAbsence,
    acceptsNull,
    acceptsAbsence,
    nullable:
      (annotations.nullable === true && (view.direction === 'output' || acceptsNull)) ||
      nullByCondition ||
      nullForAbsence,
  };
}

/** Only for an exposed property does a `@Transform` or a setter run on what is not there, and may make something of it. */
function acceptsAbsentValue(evidence: PresenceEvidence): boolean {
  const { target, key, view, validation, conditions, absent, transformed, written } = evidence;
  const isMade = (transformed || written) && view.direction === 'input' && isAssigned(target, key, view);
  return isMade || passesUnsent(absent[key], validation, conditions);
}

/** A default of the class is checked: `@IsOptional()` spares undefined and null only. */
export function passesUnsent(
  initial: unknown,
  { optional, accepts }: Validation,
  { freeAbsent }: Conditions,
): boolean {
  const isSpared = optional && (initial === undefined || initial === null);
  return freeAbsent || isSpared || accepts(initial);
}

/**
 * What validation sees of an object without the property: undefined, or in a request the value the class itself
 * sets, unless an `@Expose` overwrites that with undefined. Where fields are not defined, not even that.
 */
export function absentForm(
  target: Constructor,
  key: string,
  view: View,
  initial: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keepsInitial = view.direction === 'input' && !isAssigned(target, key, view);
  if (keepsInitial) return key in initial ? { [key]: initial[key] } : {};
  return key in initial || isAssigned(target, key, view) ? { [key]: undefined } : {};
}

function acceptsNullValue({ validation, conditions, transformed }: PresenceEvidence): boolean {
  return validation.optional || conditions.freeNull || transformed || validation.accepts(null);
}

function reportNull({ place, report }: PresenceEvidence): void {
  report({
    code: 'nullable-but-rejected',
    severity: 'warning',
    place,
    message:
      '@Nullable(), but validation rejects null, so requests are documented without it. Add @IsOptional() or @ValidateIf((_, value) => value !== null).',
  });
}
