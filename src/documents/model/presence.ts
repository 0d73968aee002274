import type { ClassFacts } from './class-facts.js';
import type { PropertyContext } from './context.js';
import type { Presence, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';
import { acceptsValue, type Validation } from './validation.js';
import {
  type AbsentValue,
  analyseConditions,
  type Conditions,
  MISSING,
} from './class-validator/conditions.js';
import { isExposed } from './class-transformer/exposure.js';
import type { PropertyFact } from './facts/facts.js';

export function presenceIn(context: PropertyContext, absent: AbsentValue, conditions: Conditions): Presence {
  const { property, running, view } = context;
  const { annotations } = property;
  const acceptsNull = running.optional || conditions.exemptsNull || acceptsValue(context, null);
  const isMade = isMadeOfAbsence(context);
  const acceptsAbsence = isMade || acceptsUnsent(absent.value, context, conditions.exemptsAbsence);
  const fact = property.fact === undefined ? undefined : factIn(context);
  const isSent = fact?.required === true && view.direction === 'output';
  const declared = annotations.nullable ?? fact?.nullable;
  return {
    required: annotations.presence === 'required' || !acceptsAbsence || isSent,
    acceptsNull,
    acceptsAbsence,
    nullable: isNullable(context, { absent, conditions, acceptsNull, acceptsAbsence, isMade }, declared),
  };
}

/**
 * Returns whether a `@Transform` or a setter makes a value of
 * absence: class-transformer runs them if they are exposed.
 */
function isMadeOfAbsence({ facts, property, view, transformed }: PropertyContext): boolean {
  if (view.direction === 'output') return false;
  return (transformed || property.converts()) && isExposed(facts, property.key, view);
}

/** The verdicts of validation on absence and null. */
interface Verdicts {
  readonly absent: AbsentValue;
  readonly conditions: Conditions;
  readonly acceptsNull: boolean;
  readonly acceptsAbsence: boolean;
  /** True if a `@Transform` or a setter makes a value of absence. */
  readonly isMade: boolean;
}

/**
 * Returns whether null is documented.
 *
 * @param declared what the author or the facts declare
 */
function isNullable(context: PropertyContext, verdicts: Verdicts, declared: boolean | undefined): boolean {
  const { property, view, initial, transformed } = context;
  const { acceptsNull, conditions } = verdicts;
  const isInput = view.direction === 'input';
  if (declared === true) {
    // The result of a @Transform for null is unknown; only the author of @Nullable knows it.
    if (acceptsNull || !isInput || transformed) return true;
    if (property.annotations.nullable === true) reportNull(context);
  }
  // A property that is initially null may be null in responses.
  if (initial.values[property.key] === null && (acceptsNull || !isInput)) return true;
  if (!acceptsNull) return false;
  return isIntendedForNull(context, conditions) || replacesAbsence(context, verdicts);
}

/**
 * Returns whether a condition that exempts null is intended to accept it: one of its own is. Beside
 * `@IsOptional()`, only a condition about null alone is.
 */
function isIntendedForNull(context: PropertyContext, conditions: Conditions): boolean {
  const { running } = context;
  const isOptional = running.optional || conditions.open;
  if (isOptional && conditions.exemptsAbsence) return false;
  return conditions.exemptsNull || (running.hasCondition && exemptsNullAlone(context));
}

/**
 * Returns whether null is the only sure way to send no
 * value, because absence fails validation or may fail it.
 */
function replacesAbsence(context: PropertyContext, verdicts: Verdicts): boolean {
  const { running, view, options } = context;
  const { absent, conditions, acceptsAbsence, isMade } = verdicts;
  const skipsNull = options.skipNullProperties || options.skipMissingProperties;
  const mayBeSkipped = view.direction === 'input' && (skipsNull || absent.value !== undefined);
  if (!running.optional && !mayBeSkipped) return false;
  if (!alwaysAcceptsNull(context, conditions)) return false;
  const { alwaysExemptsAbsence, exemptsAbsence } = conditions;
  if (alwaysExemptsAbsence === exemptsAbsence) return !acceptsAbsence;
  return !isMade && !acceptsUnsent(absent.value, context, alwaysExemptsAbsence);
}

/** Returns whether null is accepted whatever the other properties are, which a condition may read. */
function alwaysAcceptsNull(validation: Validation, { alwaysExemptsNull }: Conditions): boolean {
  return validation.running.optional || alwaysExemptsNull || acceptsValue(validation, null);
}

/** Returns the facts of a property whose presence no decorator and no rule decides. */
function factIn({ property, running, transformed }: PropertyContext): PropertyFact | undefined {
  const { annotations, apiProperty, fact } = property;
  const { rules, optional, nested, conditions } = running;
  if (apiProperty !== undefined || annotations.presence !== undefined || transformed) return undefined;
  if (rules.length > 0 || optional || nested !== 'none') return undefined;
  return conditions.length > 0 ? undefined : fact;
}

/** Returns whether the condition of a rule exempts null, and reads no other property. */
function exemptsNullAlone({ running, property }: PropertyContext): boolean {
  return running.rules.some(({ condition }) => {
    if (condition === undefined) return false;
    const { exemptsNull, open } = analyseConditions([condition], property.key);
    return exemptsNull && !open;
  });
}

/**
 * Returns whether the rules accept the value of a property that was not sent. `@IsOptional()` exempts only
 * undefined and null, so a default of the class is validated.
 *
 * @param isExempted true if a condition exempts absence
 */
export function acceptsUnsent(initial: unknown, validation: Validation, isExempted: boolean): boolean {
  const isNothing = initial === undefined || initial === null;
  if (isExempted || (isNothing && validation.running.optional)) return true;
  return acceptsValue(validation, initial);
}

const UNDEFINED: AbsentValue = { isMember: true, value: undefined };

/**
 * Returns the value that validation sees if a request omits a property: the initial value, or undefined if
 * there is none or `@Expose` overwrites it.
 */
export function absentValueOf(
  facts: ClassFacts,
  key: string,
  view: View,
  options: ResolvedValidation,
  initial: Readonly<Record<string, unknown>>,
): AbsentValue {
  const isInitial = Object.hasOwn(initial, key);
  if (!isInitial && facts.isTypedOnly) return MISSING;
  const exposed = isExposed(facts, key, view);
  const isOverwritten = exposed && options.exposeUnsetFields && !options.exposeDefaultValues;
  const keepsInitial = view.direction === 'input' && !isOverwritten;
  if (keepsInitial) return isInitial ? { isMember: true, value: initial[key] } : MISSING;
  return isInitial || exposed ? UNDEFINED : MISSING;
}

function reportNull({ place, report }: PropertyContext): void {
  report({
    code: 'nullable-but-rejected',
    place,
    message:
      '@Nullable(), but validation rejects null, so requests are documented without it. Add @IsOptional() or @ValidateIf((_, value) => value !== null).',
  });
}
