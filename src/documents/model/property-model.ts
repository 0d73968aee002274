import type { PropertyContext } from './context.js';
import { typeOfDesign } from './type/design-type.js';
import { analyseConditions, type Conditions, NO_CONDITIONS } from './class-validator/conditions.js';
import { checkBinding, checkUnsent, noteOpenRules, reportInheritedName } from './request-checks.js';
import { checkDirection } from './value-checks.js';
import { absentValueOf, presenceIn } from './presence.js';
import { isCoerced, makesDate, propertyTypeOf } from './type/property-type.js';
import { isWrittenOnce } from './shared-property.js';
import { accepts } from './class-validator/rule-calls.js';
import type { DeclaredRule } from './class-validator/rules.js';
import { fitsType } from './type/rule-type.js';
import type { Conversion, Exemption, PropertyModel, Rule, TypeRef } from './types.js';
import { jsonNameOf } from './class-transformer/exposure.js';
import { checkApiPropertyName, withApiPropertyPresence } from './api-property/presence.js';
import { typeWithApiProperty } from './api-property/reconcile-type.js';
import type { PropertyFacts } from './class-facts.js';
import { checkUnsentGetter } from './unsent-getter.js';
import { isKeptBack } from './kept-back.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';

/** Returns undefined for a property that the view leaves out. */
export function propertyModelOf(context: PropertyContext): PropertyModel | undefined {
  const { facts, property, view, options, running, transformed } = context;
  const { key, annotations, apiProperty, accessor } = property;
  const isInput = view.direction === 'input';
  const jsonName = jsonNameOf(facts, property, view, context.leavesOut);
  if (INHERITED.has(key) && context.declared.rules.length > 0) reportInheritedName(context);
  if (isInput && (!facts.isTypedOnly || accessor !== undefined)) checkBinding(context, jsonName);
  const replaced = transformed || (isInput && accessor?.set !== undefined);
  const isOut = isKeptBack(facts, property, view);
  if (jsonName === undefined || annotations.hidden === true || isOut) {
    if (isInput) checkUnsent(context, isOut, replaced);
    else checkUnsentGetter(context);
    return undefined;
  }
  if (apiProperty !== undefined) checkApiPropertyName(jsonName, context);
  const absent = absentValueOf(facts, key, view, options, context.initial.values);
  const conditions =
    running.conditions.length === 0
      ? NO_CONDITIONS
      : analyseConditions(running.conditions, key, absent, running.rules);
  const validated = presenceIn(context, absent, conditions);
  const presence =
    apiProperty === undefined ? validated : withApiPropertyPresence(validated, context, conditions);
  const type = apiProperty === undefined ? propertyTypeOf(context) : typeWithApiProperty(context);
  checkDirection(type, context);
  if (isInput && (replaced || conditions !== NO_CONDITIONS || options.enableImplicitConversion))
    noteOpenRules(context, conditions, replaced);
  const isOpen = replaced && options.openConversions && isInput && !hasDeclaredType(property);
  const isConditional = conditions !== NO_CONDITIONS && !isOpen;
  const exempt = isConditional ? declaredExemptions(conditions, property, type) : NO_EXEMPTIONS;
  const documented = transformed || property.type !== undefined ? rulesIn(context, type) : running.rules;
  const rules = conditions.open || isOpen ? NO_RULES : documented;
  const converted = replaced || (isInput && property.type !== undefined && isCoerced(property));
  return {
    key,
    name: jsonName,
    type: isOpen ? UNKNOWN : type,
    presence: isOpen ? { ...presence, acceptsNull: true } : presence,
    rules,
    nested: running.nested !== 'none',
    exempt,
    conversion:
      converted || context.implicit
        ? { transformed: replaced, converted, implicit: context.implicit }
        : UNCONVERTED,
    // class-transformer overwrites the initial value of an absent property with @Expose.
    initial: isInput && absent.value !== undefined ? context.initial.jsonOf(key) : undefined,
    annotations,
    apiProperty: apiProperty === undefined ? undefined : apiPropertyKeywords(context),
    writtenOnce: isWrittenOnce(type, rules, annotations),
  };
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
const NO_RULES: readonly Rule[] = [];
const NO_EXEMPTIONS: readonly Exemption[] = [];
const UNCONVERTED: Conversion = { transformed: false, converted: false, implicit: false };

/**
 * Returns the keywords of `@ApiProperty` that apply: those of responses, which are not validated, and those that no
 * rule contradicts. A rule without an entry may check exactly these keywords.
 */
function apiPropertyKeywords({ property, running, view }: PropertyContext): PropertyModel['apiProperty'] {
  const { keywords, written } = property.apiProperty ?? {};
  if (keywords === undefined || written === undefined || Object.keys(keywords).length === 0) return undefined;
  const hasRules = running.rules.length > 0 || running.nested !== 'none';
  return { keywords, written, checked: view.direction === 'input' && hasRules && !running.hasUnknown };
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

/** Returns whether a decorator, and not only the compiler or a rule, declares the type of requests. */
function hasDeclaredType({ annotations, apiProperty }: PropertyFacts): boolean {
  return annotations.type !== undefined || apiProperty?.type !== undefined;
}

/**
 * Returns the documented rules of a property with a `@Transform` or a `@Type`. If a type decorator describes the value before a `@Transform`, only rules that fit its
 * type are documented. Rules that accept the Date which class-transformer makes of a value, such as `@IsObject()`,
 * do not describe the value in the request.
 */
function rulesIn({ property, running, view, transformed }: PropertyContext, type: TypeRef): readonly Rule[] {
  let { rules }: { rules: readonly Rule[] } = running;
  if (transformed) {
    if (hasDeclaredType(property)) rules = rules.filter((rule) => fitsType(rule, type));
    else if (type.kind === 'unknown') rules = NO_RULES;
  }
  if (view.direction === 'output' || !makesDate(property)) return rules;
  return rules.filter((rule) => rule.type === 'date' || rule.entry === undefined || !acceptsDate(rule));
}

function acceptsDate(rule: Rule): boolean {
  const isList = rule.type === 'array' && !rule.each;
  return !isList && accepts(rule as DeclaredRule, rule.each ? [new Date()] : new Date());
}

/**
 * Returns the exempted values that are documented. They must fit the recorded type or, without one, the property's type.
 * For example, `''` is not an integer, although `@ValidateIf((order) => !!order.count)` exempts it.
 */
function declaredExemptions(
  { exempt }: Conditions,
  { design }: PropertyFacts,
  type: TypeRef,
): readonly Exemption[] {
  const recorded = typeOfDesign(design);
  const types = jsonTypesOf(recorded ?? type);
  return exempt.filter((exemption) => {
    if (recorded !== undefined) return types?.includes(exemption.type) ?? false;
    return !('value' in exemption) || (types?.includes(exemption.type) ?? true);
  });
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
