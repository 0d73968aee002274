import type { ClassFacts } from './class-facts.js';
import { MISSING, type AbsentValue, type Conditions } from './conditions.js';
import type { PropertyModel, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';
import type { Validation } from './validation.js';
import type { PropertyWalk } from './walk.js';
import { hasSetter, isExposed, transformationsIn } from './wire.js';

type Presence = Pick<PropertyModel, 'required' | 'nullable' | 'acceptsNull' | 'acceptsAbsence'>;

/**
 * Whether a property must be there, and whether it may be null.
 * @param absent what validation sees of an object without the property
 */
export function presenceIn(walk: PropertyWalk, absent: AbsentValue, conditions: Conditions): Presence {
  const { property, validation, view, options, initial } = walk;
  const { annotations, key } = property;
  const acceptsNull = validation.optional || conditions.exemptsNull || validation.accepts(null);
  // What a @Transform makes of null nobody knows but who wrote @Nullable.
  const takesNull =
    acceptsNull || view.direction === 'output' || transformationsIn(property, view).length > 0;
  if (annotations.nullable === true && !takesNull) reportNull(walk);
  const acceptsAbsence = acceptsAbsentValue(walk, absent, conditions);
  const isOptional = validation.optional || conditions.open;
  const bringsDefault = absent.value !== undefined;
  const isSpared =
    validation.optional || (view.direction === 'input' && (skipsNull(options) || bringsDefault));
  return {
    required: annotations.presence === 'required' || !acceptsAbsence,
    acceptsNull,
    acceptsAbsence,
    nullable:
      (annotations.nullable === true && takesNull) ||
      // A condition that exempts null by itself means it; beside @IsOptional() one that is about null alone does.
      (conditions.exemptsNull && !(isOptional && conditions.exemptsAbsence)) ||
      // Where leaving it out brings a default that fails, null is how to say that there is nothing.
      (isSpared && acceptsNull && !acceptsAbsence) ||
      // A class that begins with null answers null.
      (initial.values[key] === null && (view.direction === 'output' || acceptsNull)),
  };
}

function skipsNull({ skipNullProperties, skipMissingProperties }: ResolvedValidation): boolean {
  return skipNullProperties || skipMissingProperties;
}

/** Only for an exposed property does a `@Transform` or a setter run on what is not there, and may make something of it. */
function acceptsAbsentValue(
  { facts, property, view, validation }: PropertyWalk,
  absent: AbsentValue,
  conditions: Conditions,
): boolean {
  const isConverted = transformationsIn(property, view).length > 0 || hasSetter(property, view);
  const isMade = view.direction === 'input' && isConverted && isExposed(facts, property.key, view);
  return isMade || passesUnsent(absent.value, validation, conditions);
}

/** A default of the class is checked: `@IsOptional()` spares undefined and null only. */
export function passesUnsent(
  initial: unknown,
  { optional, accepts }: Validation,
  { exemptsAbsence }: Conditions,
): boolean {
  const isSpared = optional && (initial === undefined || initial === null);
  return exemptsAbsence || isSpared || accepts(initial);
}

const UNDEFINED: AbsentValue = { isMember: true, value: undefined };

/**
 * What validation sees of an object without the property: undefined, or in a request the value the class itself
 * sets, unless an `@Expose` overwrites that with undefined. Where fields are not defined, not even that.
 */
export function absentForm(
  facts: ClassFacts,
  key: string,
  view: View,
  options: ResolvedValidation,
  initial: Readonly<Record<string, unknown>>,
): AbsentValue {
  const exposed = isExposed(facts, key, view);
  const isOverwritten = exposed && options.exposeUnsetFields && !options.exposeDefaultValues;
  const keepsInitial = view.direction === 'input' && !isOverwritten;
  const isInitial = Object.hasOwn(initial, key);
  if (keepsInitial) return isInitial ? { isMember: true, value: initial[key] } : MISSING;
  return isInitial || exposed ? UNDEFINED : MISSING;
}

function reportNull({ place, report }: PropertyWalk): void {
  report({
    code: 'nullable-but-rejected',
    place,
    message:
      '@Nullable(), but validation rejects null, so requests are documented without it. Add @IsOptional() or @ValidateIf((_, value) => value !== null).',
  });
}
