import { analyseConditions } from './class-validator/conditions.js';
import { checkDecorators, checkUnsent } from './request-checks.js';
import { checkSent, checkValues } from './value-checks.js';
import { absentValueOf, presenceIn, type PropertyContext } from './presence.js';
import { isCoerced, makesDate } from './property-type.js';
import { accepts, type DeclaredRule } from './class-validator/rules.js';
import { fitsType } from './rule-type.js';
import type { Exemption, PropertyModel, Rule, TypeRef } from './types.js';
import { transformationsIn, jsonNameOf } from './class-transformer/exposure.js';
import { checkApiPropertyName, isOtherDirection, withApiPropertyPresence } from './api-property/presence.js';
import { typeWithApiProperty } from './api-property/reconcile-type.js';
import type { PropertyFacts } from './class-facts.js';
import { typeOfDesign } from './type-ref.js';
import { resolveLazyOrUnknown } from './type-input-error.js';

export function propertyModelOf(context: PropertyContext): PropertyModel | undefined {
  const { facts, property, view, options, validation } = context;
  const { key, annotations, apiProperty } = property;
  const jsonName = jsonNameOf(facts, property, view, options);
  const transforms = transformationsIn(property, view);
  checkDecorators(context, jsonName);
  const isInput = view.direction === 'input';
  const initial = context.initial.values;
  const absent = absentValueOf(facts, key, view, options, initial);
  const conditions = analyseConditions(validation.conditions, key, absent, validation.rules);
  const isOut =
    annotations.access !== undefined && view.received !== true && isOtherDirection(property, view.direction);
  if (jsonName === undefined || annotations.hidden === true || isOut) {
    if (isInput) checkUnsent(context, isOut);
    return undefined;
  }
  if (apiProperty !== undefined) checkApiPropertyName(jsonName, context);
  const transformed = transforms.length > 0;
  const rewritten = !isInput && transforms.some(({ toPlainOnly }) => toPlainOnly === true);
  const presence = withApiPropertyPresence(
    presenceIn(context, absent, conditions, transformed),
    context,
    conditions,
  );
  const implicit = isInput && options.enableImplicitConversion && property.type === undefined;
  const { place, report } = context;
  const type = typeWithApiProperty({
    property,
    validation,
    transformed,
    rewritten,
    implicit,
    direction: view.direction,
    sources: context.facts.sources,
    place,
    report,
  });
  if (isInput) checkValues(type, context, transformed);
  else checkSent(type, context);
  const coerced = isInput && isCoerced(property);
  const replaced = transformed || (isInput && property.accessor?.set !== undefined);
  const isOpen = replaced && options.openConversions && isInput && !hasDeclaredType(property);
  return {
    key,
    name: jsonName,
    type: isOpen ? UNKNOWN : type,
    rules: conditions.open || isOpen ? [] : rulesOfMade(rulesIn(context, type, transformed), context),
    required: presence.required,
    nullable: presence.nullable,
    acceptsNull: presence.acceptsNull || isOpen,
    acceptsAbsence: presence.acceptsAbsence,
    nested: validation.nested !== 'none',
    exempt: isOpen ? [] : conditions.exempt.filter((exemption) => isDeclared(exemption, property, type)),
    conditional: conditions.open,
    transformed: replaced,
    converted: replaced || coerced,
    implicit,
    // class-transformer overwrites the initial value of an absent property with @Expose.
    initial: isInput && absent.value !== undefined ? context.initial.jsonOf(key) : undefined,
    annotations,
    apiProperty: apiPropertyKeywords(context),
  };
}

/**
 * Returns the keywords of `@ApiProperty` that apply: those of responses, which are not validated, and those that no
 * rule contradicts. A rule without an entry may check exactly these keywords.
 */
function apiPropertyKeywords({ property, validation, view }: PropertyContext): PropertyModel['apiProperty'] {
  const { keywords, written } = property.apiProperty ?? {};
  if (keywords === undefined || written === undefined || Object.keys(keywords).length === 0) return undefined;
  const isKnown = validation.rules.every(({ entry }) => entry !== undefined);
  const hasRules = validation.rules.length > 0 || validation.nested !== 'none';
  return { keywords, written, checked: view.direction === 'input' && hasRules && isKnown };
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

/** Returns whether a decorator, and not only the compiler or a rule, tells what requests send. */
function hasDeclaredType({ annotations, apiProperty }: PropertyFacts): boolean {
  return annotations.type !== undefined || apiProperty?.type !== undefined;
}

/**
 * Returns the documented rules. If a type decorator describes the value before a `@Transform`, only rules that fit its
 * type are documented.
 */
function rulesIn(
  { property, validation }: PropertyContext,
  type: TypeRef,
  transformed: boolean,
): readonly Rule[] {
  if (!transformed) return validation.rules;
  if (!hasDeclaredType(property)) return type.kind === 'unknown' ? [] : validation.rules;
  return validation.rules.filter((rule) => fitsType(rule, type));
}

/**
 * Leaves out rules that accept the Date which class-transformer makes of a value, such as `@IsObject()`: they say
 * nothing about the value in the request.
 */
function rulesOfMade(rules: readonly Rule[], { property, view }: PropertyContext): readonly Rule[] {
  if (view.direction === 'output' || !makesDate(property)) return rules;
  return rules.filter((rule) => rule.type === 'date' || rule.entry === undefined || !acceptsDate(rule));
}

function acceptsDate(rule: Rule): boolean {
  const isList = rule.type === 'array' && !rule.each;
  return !isList && accepts(rule as DeclaredRule, rule.each ? [new Date()] : new Date());
}

/**
 * Returns whether an exempted value is documented. It must fit the recorded type or, without one, the property's type.
 * For example, `''` is not an integer, although `@ValidateIf((order) => !!order.count)` exempts it.
 */
function isDeclared(exemption: Exemption, { design }: PropertyFacts, type: TypeRef): boolean {
  const recorded = typeOfDesign(design);
  if (recorded !== undefined) return jsonTypesOf(recorded)?.includes(exemption.type) ?? false;
  return !('value' in exemption) || (jsonTypesOf(type)?.includes(exemption.type) ?? true);
}

type JsonType = Exemption['type'];

function jsonTypesOf(type: TypeRef): readonly JsonType[] | undefined {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'enum') return JSON_TYPES[resolved.kind];
  return resolved.members.map(({ value }) => (typeof value === 'string' ? 'string' : 'number'));
}

const JSON_TYPES: Readonly<Partial<Record<TypeRef['kind'], readonly JsonType[]>>> = {
  string: ['string'],
  number: ['number'],
  integer: ['number'],
  boolean: ['boolean'],
  date: ['string'],
  bigint: ['string'],
  file: ['string'],
  array: ['array'],
  tuple: ['array'],
  object: ['object'],
  class: ['object'],
  map: ['object'],
};
