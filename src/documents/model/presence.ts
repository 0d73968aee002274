import type { ClassFacts } from './class-facts.js';
import type { PropertyContext } from './context.js';
import type { Presence, Rule, View } from './types.js';
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
  const { facts, property, running, view, options, initial, transformed } = context;
  const { annotations, key, accessor } = property;
  const { optional } = running;
  const isInput = view.direction === 'input';
  const acceptsNull = optional || conditions.exemptsNull || acceptsValue(context, null);
  // The result of a @Transform for null is unknown; only the author of @Nullable knows it.
  const canBeNull = acceptsNull || !isInput || transformed;
  if (annotations.nullable === true && !canBeNull) reportNull(context);
  // class-transformer runs a @Transform or a setter on an absent property only if it is exposed.
  const isMade = isInput && (transformed || accessor?.set !== undefined) && isExposed(facts, key, view);
  const acceptsAbsence = isMade || acceptsUnsent(absent.value, context, conditions.exemptsAbsence);
  const isOptional = optional || conditions.open;
  const hasDefault = absent.value !== undefined;
  const fact = property.fact === undefined ? undefined : factIn(context);
  const exemptsNull =
    conditions.exemptsNull ||
    (running.hasCondition && running.rules.some((rule) => ruleExemptsNull(rule, key)));
  const skipsNull = options.skipNullProperties || options.skipMissingProperties;
  const mayExempt = optional || (isInput && (skipsNull || hasDefault));
  return {
    required: annotations.presence === 'required' || !acceptsAbsence || (fact?.required === true && !isInput),
    acceptsNull,
    acceptsAbsence,
    nullable:
      ((annotations.nullable ?? fact?.nullable) === true && canBeNull) ||
      // A condition of its own that exempts null is intended to accept null. Beside @IsOptional(), only a
      // condition about null alone is.
      (acceptsNull && !(isOptional && conditions.exemptsAbsence) && exemptsNull) ||
      // If absence fails validation, or may fail it, null is the only sure way to send no value.
      (mayExempt &&
        !(acceptsAbsence && conditions.alwaysExemptsAbsence === conditions.exemptsAbsence) &&
        alwaysAcceptsNull(context, conditions) &&
        !(isMade || acceptsUnsent(absent.value, context, conditions.alwaysExemptsAbsence))) ||
      // A property that is initially null may be null in responses.
      (initial.values[key] === null && (!isInput || acceptsNull)),
  };
}

/** Returns whether null is accepted whatever the other properties are, which a condition may read. */
function alwaysAcceptsNull(validation: Validation, { alwaysExemptsNull }: Conditions): boolean {
  return validation.running.optional || alwaysExemptsNull || acceptsValue(validation, null);
}

/** Returns the facts of a property whose presence no decorator and no rule decides. */
function factIn({ property, running, transformed }: PropertyContext): PropertyFact | undefined {
  const { annotations, apiProperty, fact } = property;
  const { rules, optional, nested, conditions } = running;
  const isDecided =
    rules.length > 0 || optional || nested !== 'none' || conditions.length > 0 || apiProperty !== undefined;
  return isDecided || annotations.presence !== undefined || transformed ? undefined : fact;
}

function ruleExemptsNull({ condition }: Rule, key: string): boolean {
  if (condition === undefined) return false;
  const { exemptsNull, open } = analyseConditions([condition], key);
  return exemptsNull && !open;
}

/**
 * Returns whether the rules accept the value of a property that was not sent. `@IsOptional()` exempts only undefined
 * and null, so a default of the class is validated.
 *
 * @param isExempted true if a condition exempts absence
 */
export function acceptsUnsent(initial: unknown, validation: Validation, isExempted: boolean): boolean {
  if (isExempted || (validation.running.optional && (initial === undefined || initial === null))) return true;
  return acceptsValue(validation, initial);
}

const UNDEFINED: AbsentValue = { isMember: true, value: undefined };

/**
 * Returns the value that validation sees if a request omits a property: the initial value, or undefined if there is
 * none or `@Expose` overwrites it.
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
