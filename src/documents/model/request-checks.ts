import { type ClassContext, acceptsUnsent, type PropertyContext } from './presence.js';
import { isExposed } from './class-transformer/exposure.js';
import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { TransformType } from './class-transformer/metadata.js';
import { hasRunningRules } from './class-validator/metadata.js';
import { analyseConditions } from './class-validator/conditions.js';
import { resolveLazyOrUnknown } from './type-input-error.js';
import type { Rule, TypeRef } from './types.js';
import { refusesObjects } from './rule-type.js';
import { decoratorOf } from '../rules/rule-table.js';
import { type ClassValidation, selectionOf } from './validation.js';

// Checks for behaviour of the two libraries that their decorators do not suggest.

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function checkDecorators(context: PropertyContext, jsonName: string | undefined): void {
  checkName(context);
  if (context.view.direction === 'output') return;
  checkGroups(context);
  checkExclusion(context, jsonName);
  checkGetter(context);
}

export function checkValues(type: TypeRef, context: PropertyContext, transformed: boolean): void {
  if (context.validation.nested !== 'none') checkNested(type, context);
  if (transformed) return;
  if (context.validation.nested === 'none') checkUnvalidated(type, context);
  checkInstances(context);
  checkDate(context);
  checkEach(type, context);
}

/** Reports a name such as `toString`: class-validator finds the member of `Object.prototype` instead of the rules. */
function checkName({ property: { key }, validation, place, report }: PropertyContext): void {
  if (validation.declaredRules.length === 0 || !INHERITED.has(key)) return;
  report({
    code: 'inherited-property-name',
    place,
    message: `Every object has a "${key}" already, so validate() throws for each object of this class. Call the property something else, and @Expose({ name: '${key}' }).`,
  });
}

/**
 * Reports groups and versions of a renamed property: in requests, class-transformer looks them up by the JSON name and
 * does not find them.
 */
function checkGroups({ facts, property, place, report }: PropertyContext): void {
  const { key, exposure } = property;
  if (exposure === undefined) return;
  const { name = key, groups, since, until, toPlainOnly = false } = exposure;
  const isLimited = groups !== undefined || since !== undefined || until !== undefined;
  if (toPlainOnly || !isLimited || name === '' || name === key) return;
  if (facts.properties.get(name)?.exposure !== undefined) return;
  report({
    code: 'groups-of-renamed-property',
    place,
    message: `A request sets "${name}" whatever its groups or version: class-transformer ignores those of a property that @Expose renames. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/**
 * Reports an excluded property that `@Expose` renames: in requests, class-transformer compares the exclusion with the
 * JSON name.
 */
function checkExclusion(context: PropertyContext, jsonName: string | undefined): void {
  const { facts, property, place, report } = context;
  const { key } = property;
  const { excluded } = facts.transformation;
  if (jsonName === undefined || !excluded.input.has(key)) return;
  report({
    code: 'excluded-but-bound',
    place,
    message: `A request sets this excluded property as "${jsonName}": class-transformer compares excluded names with those of the request, and @Expose renames this one. If callers must not set it, leave it out of the class that requests use.`,
  });
}

/**
 * Reports a getter of a base class: class-transformer tries to set it, which throws. It skips getters of the class
 * itself.
 */
function checkGetter({ facts, property, view, place, report }: PropertyContext): void {
  const { key, accessor } = property;
  if (accessor?.get === undefined || accessor.set !== undefined) return;
  if (Object.hasOwn(facts.target.prototype as object, key) || !isExposed(facts, key, view)) return;
  report({
    code: 'inherited-getter',
    place,
    message:
      'class-transformer sets this getter of a base class in every request, which throws. Write @Expose({ toPlainOnly: true }), give it a setter, or repeat it in this class.',
  });
}

// Each of these diagnostics reports decorators that are valid alone but together reject every request.

export function checkUnsent(
  { property, validation, initial, place, report }: PropertyContext,
  isReadOnly: boolean,
): void {
  const { key } = property;
  const { values } = initial;
  const absent = { isMember: key in values, value: values[key] };
  const conditions = analyseConditions(validation.conditions, key, absent);
  if (acceptsUnsent(values[key], validation, conditions)) return;
  report(
    isReadOnly
      ? {
          code: 'read-only-but-required',
          place,
          message:
            'Your own validation rejects requests without this @ReadOnly property. Add @IsOptional(), put its rules into a group of their own, or write the endpoint as an operation, which ignores them.',
        }
      : {
          code: 'left-out-but-required',
          place,
          message:
            'This property is left out of requests, but validation rejects its absence, so no request passes. Add @IsOptional(), correct its default, or put its rules into a group of their own.',
        },
  );
}

export function checkRules(context: ClassContext, validation: ClassValidation): void {
  const { facts, view, options, report } = context;
  if (!options.forbidUnknownValues || validation.size === 0 || validation.runs()) return;
  const { groups } = selectionOf(facts.target, view, options);
  report({
    code: 'no-rule-in-groups',
    place: facts.name,
    message: `No rule of this class runs for ${groups.length === 0 ? 'requests without groups (strictGroups)' : `the groups ${groups.join(', ')}`}, so validation rejects every request. Add the groups to a rule, or { always: true }.`,
  });
}

export function checkWhitelisted(place: string, report: Report): void {
  report({
    code: 'property-not-whitelisted',
    place,
    message:
      'This property has no decorator of class-validator, so forbidNonWhitelisted rejects requests that have it, and it is not documented. Add @Allow() or a rule.',
  });
}

/** Reports nested objects of a class that is unknown to class-validator or of which no rule runs. */
function checkNested(type: TypeRef, context: PropertyContext): void {
  const { property, options, place, report } = context;
  const { type: transformType } = property;
  const withoutRules = effectWithoutRules(options);
  const effect = withoutRules ?? 'validates no object';
  if (transformType !== undefined && namesObject(transformType)) {
    report({
      code: 'nested-without-type',
      place,
      message: `@ValidateNested ${effect} of @Type(() => Object) at run time. Name its class, @Type(() => Item), or use @IsObject() instead.`,
    });
    return;
  }
  if (transformType === undefined && !options.enableImplicitConversion) {
    const remedy =
      type.kind === 'map' ? 'Declare it as a Map and add @Type(() => Item).' : 'Add @Type(() => Item).';
    report({
      code: 'nested-without-type',
      place,
      message: `@ValidateNested without @Type ${effect} at run time. ${remedy}`,
    });
    return;
  }
  if (withoutRules === undefined) return;
  for (const nested of classesIn(type).filter((target) => !hasRules(target, context)))
    report({
      code: 'nested-without-rules',
      place,
      detail: nested.name,
      message: `${nested.name}: @ValidateNested ${effect}, since no validation rule of that class runs here. Add a rule to each of its properties (@Allow() accepts any value).`,
    });
}

/** Returns what class-validator does with a nested object of which it knows no rule, or undefined if it accepts it. */
function effectWithoutRules(options: PropertyContext['options']): string | undefined {
  if (options.forbidUnknownValues) return 'rejects every object';
  if (!options.whitelist) return undefined;
  return options.forbidNonWhitelisted
    ? 'rejects every object with members'
    : 'removes every member of an object';
}

function hasRules(target: Constructor, { view, options }: PropertyContext): boolean {
  return hasRunningRules(target, selectionOf(target, view, options));
}

/** Reports a class whose rules are documented although they do not run. A custom rule may run them. */
function checkUnvalidated(type: TypeRef, context: PropertyContext): void {
  const { property, validation, place, report } = context;
  const { rules, optional, conditions } = validation;
  const isValidated = rules.length > 0 || optional || conditions.length > 0;
  if (!isValidated || rules.some(({ custom }) => custom)) return;
  const remedy = property.type === undefined ? ' and @Type(() => Item)' : '';
  for (const { name } of classesIn(type).filter((target) => hasRules(target, context)))
    report({
      code: 'nested-not-validated',
      place,
      detail: name,
      message: `${name}: the rules of this class are documented, but they do not run here. Add @ValidateNested()${remedy}.`,
    });
}

/**
 * Reports `each` on a value that class-transformer does not convert: it creates a Map only if both the type and `@Type`
 * require one.
 */
function checkEach(type: TypeRef, { property, validation, options, place, report }: PropertyContext): void {
  if (type.kind !== 'map') return;
  const isMade = property.type !== undefined || options.enableImplicitConversion;
  if (property.design === Map && isMade) return;
  const rule = validation.rules.find(
    ({ each, ...alone }) => each && refusesObjects({ ...alone, each: false }),
  );
  if (rule === undefined) return;
  report({
    code: 'rule-refuses-map',
    place,
    message: `${decoratorOf(rule)} with each: true looks into arrays, sets and maps only. A request brings an object here, which it rejects as a whole. Declare the property as a Map and add @Type(() => Item), or drop the rule.`,
  });
}

function namesObject(transformType: TransformType): boolean {
  return transformType.discriminator === undefined && typeOrUndefined(transformType) === Object;
}

/** Returns the type of `@Type`, or undefined if its function throws. */
function typeOrUndefined(transformType: TransformType): unknown {
  try {
    return transformType.resolve();
  } catch {
    return undefined;
  }
}

/**
 * Reports rules that require a date or an instance where `@Type` is missing: JSON has neither, so the rules reject
 * every value.
 */
function checkInstances({ property, validation, options, place, report }: PropertyContext): void {
  if (property.type !== undefined || options.enableImplicitConversion) return;
  if (validation.rules.some(({ name, custom }) => !custom && DATE_RULES.has(name)))
    report({
      code: 'date-without-type',
      place,
      message:
        'A request brings a string, and this rule rejects everything but a Date. Add @Type(() => Date), or use @IsDateString().',
    });
  const instance = validation.rules.find(isMadeByType);
  if (instance === undefined) return;
  const { name } = instance.constraints[0] as Constructor;
  report({
    code: 'instance-without-type',
    place,
    message: `A request brings plain JSON, and @IsInstance rejects everything but an instance of ${name}. Add @Type(() => ${name}).`,
  });
}

/** Reports a date that no rule checks: class-transformer makes an invalid Date from other text. */
function checkDate({ property, validation, place, report }: PropertyContext): void {
  if (property.type === undefined || typeOrUndefined(property.type) !== Date) return;
  const { rules, listed, accepts } = validation;
  if (!listed || rules.some(({ custom }) => custom) || !accepts(new Date(Number.NaN))) return;
  report({
    code: 'date-without-rule',
    place,
    message:
      'class-transformer makes an invalid Date from any other text, and no rule rejects it. Add @IsDate().',
  });
}

function isMadeByType({ name, custom, constraints: [prototype] }: Rule): boolean {
  return name === 'isInstance' && !custom && typeof prototype === 'function' && !PLAIN.includes(prototype);
}

const DATE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate']);
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, Symbol, BigInt];

function classesIn(type: TypeRef): Constructor[] {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'array') return classesIn(resolved.items);
  if (resolved.kind === 'union') return resolved.anyOf.flatMap(classesIn);
  return resolved.kind === 'class' ? [resolved.target] : [];
}
