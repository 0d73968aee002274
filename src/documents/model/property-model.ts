import { registry } from '../../../decorators/registered-types.js';
import type { Constructor } from '../../shared/types.js';
import type { PropertyContext } from './context.js';
import { typeOfDesign } from './type/design-type.js';
import { analyseConditions, type Conditions, NO_CONDITIONS } from './class-validator/conditions.js';
import { checkBinding, checkUnsent, noteOpenRules, reportInheritedName } from './request-checks.js';
import { checkDirection } from './value-checks.js';
import { absentValueOf, presenceIn } from './presence.js';
import { checksResult, isWrittenAsOther, makesDate, SCALAR_KINDS } from './conversion.js';
import { propertyTypeOf } from './type/property-type.js';
import { isWrittenOnce } from './shared-property.js';
import { accepts } from './class-validator/rule-calls.js';
import type { DeclaredRule } from './class-validator/rules.js';
import { holdsRegistered } from './type/registered-type.js';
import { fitsType } from './type/rule-fit.js';
import type { Exemption, PropertyModel, Rule, TypeRef } from './types.js';
import { jsonNameOf } from './class-transformer/exposure.js';
import { checkApiPropertyName, withApiPropertyPresence } from './api-property/presence.js';
import { typeWithApiProperty } from './api-property/reconcile-type.js';
import type { PropertyFacts } from './class-facts.js';
import { checkUnsentGetter } from './unsent-getter.js';
import { isKeptBack } from './kept-back.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';

/** Returns undefined for a property that the view leaves out. */
export function propertyModelOf(context: PropertyContext): PropertyModel | undefined {
  const { facts, property, view, options, running, conversion } = context;
  const { key, annotations, apiProperty, accessor } = property;
  const isInput = view.direction === 'input';
  const jsonName = jsonNameOf(facts, property, view, context.leavesOut);
  if (INHERITED.has(key) && context.declared.rules.length > 0) reportInheritedName(context);
  if (isInput && (!facts.isTypedOnly || accessor !== undefined)) checkBinding(context, jsonName);
  const replaced = conversion.transformed;
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
  const isOpen = replaced && options.openConversions && isInput && !hasDeclaredType(context);
  const isConditional = conditions !== NO_CONDITIONS && !isOpen;
  const exempt = isConditional ? declaredExemptions(conditions, property, type) : NO_EXEMPTIONS;
  const rules = conditions.open || isOpen ? NO_RULES : rulesIn(context, type);
  return {
    key,
    name: jsonName,
    type: isOpen ? UNKNOWN : type,
    presence: isOpen ? { ...presence, acceptsNull: true } : presence,
    rules,
    nested: running.nested !== 'none',
    exempt,
    conversion,
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

/** Returns whether a decorator, and not only the compiler or a rule, declares the type of the view. */
function hasDeclaredType({ declaration, property }: PropertyContext): boolean {
  return declaration !== undefined || property.apiProperty?.type !== undefined;
}

/**
 * Returns the documented rules. If a conversion makes the value that they check, a declared type describes the value in
 * JSON: only rules that fit the type are documented, and none if a `@Transform` runs in this direction only. A rule that
 * accepts the Date of class-transformer, such as `@IsObject()`, does not describe the value in a request.
 */
function rulesIn(context: PropertyContext, type: TypeRef): readonly Rule[] {
  const { property, running, view, conversion } = context;
  const { direction } = view;
  let { rules }: { rules: readonly Rule[] } = running;
  if (rules.length === 0) return rules;
  if (registry.isUsed && !SCALAR_KINDS.has(type.kind) && holdsRegistered(type))
    return rules.filter((rule) => fitsType(rule, type, direction));
  const isDeclared = hasDeclaredType(context);
  if (isDeclared ? conversion.oneWay : context.transformed && type.kind === 'unknown') return NO_RULES;
  if (isDeclared && checksResult(context)) rules = rules.filter((rule) => fitsType(rule, type, direction));
  else if (running.hasObjectRule) {
    const other = rules.filter((rule) => isWrittenAsOther(rule, property, direction));
    rules = rules.filter((rule) => !other.includes(rule));
    if (type.kind === 'unknown') reportWritten(other, context);
  }
  if (direction === 'output' || !makesDate(property)) return rules;
  return rules.filter((rule) => rule.type === 'date' || rule.entry === undefined || !acceptsDate(rule));
}

/** Reports that the schema of responses is open, because a `toJSON` decides what they have. */
function reportWritten(rules: readonly Rule[], { place, report }: PropertyContext): void {
  const target = rules.find(({ name }) => name === 'isInstance')?.constraints[0];
  if (target === undefined) return;
  const { name } = target as Constructor;
  report({
    code: 'unknown-type',
    place,
    message: `Responses have what toJSON of ${name} returns, so their schema is open. Add @TypeOf(() => String), or another type decorator for what it returns.`,
  });
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
