import { registry } from '../../../decorators/registered-types.js';
import type { PropertyContext } from './context.js';
import type { Constructor } from '../../shared/types.js';
import { decoratorOf } from '../rules/rule-table.js';
import type { TransformType } from './class-transformer/metadata.js';
import { checkConverted, typeOrUndefined } from './conversion-checks.js';
import { hasRunningRules, metadataOf } from './class-validator/metadata.js';
import { refusesObjects } from './type/rule-type.js';
import { checkRegistered } from './registered-checks.js';
import { hasRegisteredMember, holdsRegistered } from './type/registered-type.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import type { Rule, TypeRef } from './types.js';
import { SCALAR_KINDS } from './conversion.js';
import { checkUndone } from './undone-transforms.js';
import { selectionOf } from './validation.js';

// Checks of what class-transformer makes of a value, and what the rules then do with it.

/** Reports what class-transformer and the rules do with the values of one direction. */
export function checkDirection(type: TypeRef, context: PropertyContext): void {
  if (context.view.direction === 'input') {
    checkInput(type, context);
    return;
  }
  const { property, running } = context;
  if (running.nested !== 'none' && property.type === undefined) checkSent(type, context);
  checkUndone(type, context);
}

function checkInput(type: TypeRef, context: PropertyContext): void {
  const isNested = context.running.nested !== 'none';
  const mayHoldClass = type.kind !== 'unknown' && !SCALAR_KINDS.has(type.kind);
  if (registry.isUsed && mayHoldClass && holdsRegistered(type)) {
    checkRegistered(type, context);
    return;
  }
  if (isNested) {
    checkNested(type, context);
    if (context.options.whitelist) checkDiscriminator(type, context);
  }
  if (context.conversion.transformed) return;
  if (mayHoldClass && !isNested && !context.running.hasCustom) checkUnvalidated(type, context);
  checkMade(type, context);
}

/** Checks the rules about the values that class-transformer makes of those in a request. */
function checkMade(type: TypeRef, context: PropertyContext): void {
  const { property, options, running } = context;
  if (property.type !== undefined || options.enableImplicitConversion) checkConverted(type, context);
  else if (running.hasInstanceRule) checkInstances(context);
  if (running.hasEach && (type.kind === 'map' || property.design === Map)) checkMapRules(context);
}

/**
 * Reports nested objects of an unknown class: the document
 * allows any members, so a response sends all that they have.
 */
function checkSent(type: TypeRef, { place, report }: PropertyContext): void {
  const resolved = resolveLazyOrUnknown(type);
  const items = resolved.kind === 'array' ? resolveLazyOrUnknown(resolved.items) : resolved;
  if (items.kind !== 'unknown') return;
  report({
    code: 'nested-sent-whole',
    place,
    message:
      'The class of the nested objects is unknown without @Type, so the document allows any members, and a response sends every member that they have. Add @Type(() => Item).',
  });
}

/** Reports nested objects of a class that is unknown to class-validator or has no rule that runs. */
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

/**
 * Returns what class-validator does with a nested object
 * whose class has no rule, or undefined if it accepts it.
 */
export function effectWithoutRules(options: PropertyContext['options']): string | undefined {
  if (options.forbidUnknownValues) return 'rejects every object';
  if (!options.whitelist) return undefined;
  return options.forbidNonWhitelisted
    ? 'rejects every object with members'
    : 'removes every member of an object';
}

function hasRules(target: Constructor, { view, options }: PropertyContext): boolean {
  if (hasRunningRules(target, selectionOf(target, view, options))) return true;
  return options.openConversions && hasRegisteredMember(target);
}

function hasRule(target: Constructor, key: string, { view, options }: PropertyContext): boolean {
  return metadataOf(target, selectionOf(target, view, options)).has(key);
}

/** Reports a class whose rules are documented although they do not run. A custom rule may run them. */
function checkUnvalidated(type: TypeRef, context: PropertyContext): void {
  const { property, place, report } = context;
  const remedy =
    type.kind === 'map' && property.design !== Map
      ? '@ValidateValues()'
      : `@ValidateNested()${property.type === undefined ? ' and @Type(() => Item)' : ''}`;
  for (const target of classesIn(type)) {
    const { name } = target;
    const runs = hasRules(target, context);
    if (!runs && !isClosed(target, context)) continue;
    const documented = runs ? 'the rules of this class are documented, but they do not run here' : CLOSED;
    report({
      code: 'nested-not-validated',
      place,
      detail: name,
      message: `${name}: ${documented}. Add ${remedy}.`,
    });
  }
}

const CLOSED = 'further members are documented as rejected, but nothing rejects them here';

/** Returns whether `forbidNonWhitelisted` rejects members of a class, although none of its rules runs. */
function isClosed(target: Constructor, { options }: PropertyContext): boolean {
  return options.whitelist && options.forbidNonWhitelisted && metadataOf(target).size > 0;
}

/**
 * Reports a discriminator that class-transformer keeps, and that has no rule in the class which it selects.
 */
function checkDiscriminator(type: TypeRef, context: PropertyContext): void {
  const { options, place, report } = context;
  for (const { discriminator } of unionsIn(type)) {
    if (discriminator?.kept !== true) continue;
    const { propertyName, mapping } = discriminator;
    for (const target of new Set(mapping.map((entry) => entry.target)))
      if (hasRules(target, context) && !hasRule(target, propertyName, context))
        report({
          code: 'property-not-whitelisted',
          place,
          detail: target.name,
          message: `${target.name}: this class has no rule for the discriminator "${propertyName}", which class-transformer keeps, so ${options.forbidNonWhitelisted ? 'forbidNonWhitelisted rejects every object of it' : 'whitelist removes the discriminator'}. Add @Allow() ${propertyName}, or drop keepDiscriminatorProperty.`,
        });
  }
}

/**
 * Reports `each` on a map that class-transformer does not convert: it creates a Map only if both the type and
 * `@Type` require one.
 */
function checkMapRules({ property, running, options, place, report }: PropertyContext): void {
  const isMade = property.type !== undefined || options.enableImplicitConversion;
  if (property.design === Map && isMade) return;
  const rule = running.rules.find(
    (candidate) => candidate.each && refusesObjects({ ...candidate, each: false }),
  );
  if (rule === undefined) return;
  report({
    code: 'rule-refuses-map',
    place,
    message: `${decoratorOf(rule)} with each: true looks into arrays, sets and maps only. A request brings an object here, which it rejects as a whole. Give the rule to @ValidateValues(), without each: true, or declare the property as a Map and add @Type(() => Item).`,
  });
}

function namesObject(transformType: TransformType): boolean {
  return transformType.discriminator === undefined && typeOrUndefined(transformType) === Object;
}

/**
 * Reports rules that require a date or an instance where `@Type` is missing: JSON has neither, so the rules
 * reject every value.
 */
function checkInstances({ running, place, report }: PropertyContext): void {
  if (running.rules.some(({ name, custom }) => !custom && DATE_RULES.has(name)))
    report({
      code: 'date-without-type',
      place,
      message:
        'A request brings a string, and this rule rejects everything but a Date. Add @Type(() => Date), or use @IsDateString().',
    });
  const instance = running.rules.find(isMadeByType);
  if (instance === undefined) return;
  const { name } = instance.constraints[0] as Constructor;
  report({
    code: 'instance-without-type',
    place,
    message: `A request brings plain JSON, and @IsInstance rejects everything but an instance of ${name}. Add @Type(() => ${name}).`,
  });
}

function isMadeByType({ name, custom, constraints: [prototype] }: Rule): boolean {
  if (name !== 'isInstance' || custom) return false;
  return typeof prototype === 'function' && !PLAIN.includes(prototype);
}

const DATE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate']);
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean, Symbol, BigInt];

function unionsIn(type: TypeRef): Extract<TypeRef, { kind: 'union' }>[] {
  const resolved = type.kind === 'lazy' ? resolveLazyOrUnknown(type) : type;
  if (resolved.kind === 'array') return unionsIn(resolved.items);
  if (resolved.kind === 'map') return unionsIn(resolved.values);
  return resolved.kind === 'union' ? [resolved, ...resolved.anyOf.flatMap(unionsIn)] : [];
}

function classesIn(type: TypeRef): Constructor[] {
  const resolved = type.kind === 'lazy' ? resolveLazyOrUnknown(type) : type;
  if (resolved.kind === 'array') return classesIn(resolved.items);
  if (resolved.kind === 'map') return classesIn(resolved.values);
  if (resolved.kind === 'tuple') return resolved.items.flatMap(classesIn);
  if (resolved.kind === 'union') return resolved.anyOf.flatMap(classesIn);
  return resolved.kind === 'class' ? [resolved.target] : [];
}
