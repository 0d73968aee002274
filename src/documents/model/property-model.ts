import { registry } from '../../../decorators/registered-types.js';
import type { Constructor } from '../../shared/types.js';
import type { PropertyContext } from './context.js';
import { typeOfDesign } from './type/design-type.js';
import {
  type AbsentValue,
  analyseConditions,
  type Conditions,
  NO_CONDITIONS,
} from './class-validator/conditions.js';
import { checkBinding, checkUnsent, noteOpenRules, reportInheritedName } from './request-checks.js';
import { checkDirection } from './value-checks.js';
import { absentValueOf, presenceIn } from './presence.js';
import type { PropertyFacts } from './class-facts.js';
import { checksResult, isCoerced, isWrittenAsOther, makesDate, SCALAR_KINDS } from './conversion.js';
import { propertyTypeOf } from './type/property-type.js';
import { ruleAccepts } from './class-validator/rule-calls.js';
import type { DeclaredRule } from './class-validator/rules.js';
import { holdsRegistered } from './type/registered-type.js';
import { fitsType } from './type/rule-fit.js';
import type { Exemption, Presence, PropertyModel, Rule, TypeRef } from './types.js';
import { jsonNameOf } from './class-transformer/exposure.js';
import { checkApiPropertyName, withApiPropertyPresence } from './api-property/presence.js';
import { typeWithApiProperty } from './api-property/reconcile-type.js';
import { checkPromise, checkUnsentGetter, checkUnvalidatedPromise } from './unsent-getter.js';
import { isKeptBack } from './kept-back.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';

/** The circumstances that decide whether the rules of a property run, and on which value. */
interface RuleScope {
  /** The value that validation sees if a request omits the property. */
  readonly absent: AbsentValue;
  /** The conditions of `@ValidateIf`. */
  readonly conditions: Conditions;
  /**
   * True if requests may have any value: the rules check what a conversion makes of it, and no decorator
   * declares the type in JSON.
   */
  readonly isOpen: boolean;
}

/** Returns undefined for a property that the view leaves out. */
export function propertyModelOf(context: PropertyContext): PropertyModel | undefined {
  const { facts, property, view, conversion } = context;
  const jsonName = jsonNameOf(facts, property, view, context.leavesOut);
  const isOut = isKeptBack(facts, property, view);
  if (jsonName === undefined || property.annotations.hidden === true || isOut) {
    reportLeftOut(context, jsonName, isOut);
    return undefined;
  }
  const scope = ruleScopeOf(context);
  const presence = presenceOf(context, scope);
  const type = property.apiProperty === undefined ? propertyTypeOf(context) : typeWithApiProperty(context);
  const rules = rulesOf(context, scope, type);
  reportShown(context, jsonName, scope, type);
  return {
    key: property.key,
    name: jsonName,
    type: scope.isOpen ? UNKNOWN : type,
    presence,
    rules,
    exempt: exemptionsOf(context, scope, type),
    conversion,
    initial: initialOf(context, scope),
    annotations: property.annotations,
    apiProperty: apiPropertyKeywords(context),
  };
}

function ruleScopeOf(context: PropertyContext): RuleScope {
  const { facts, property, view, options, running, initial, conversion } = context;
  const absent = absentValueOf(facts, property.key, view, options, initial.values);
  const conditions = analyseConditions(running.conditions, property.key, absent, running.rules);
  const isReplaced = view.direction === 'input' && conversion.transformed;
  return {
    absent,
    conditions,
    isOpen: isReplaced && options.openConversions && !hasDeclaredType(context),
  };
}

function presenceOf(context: PropertyContext, { absent, conditions, isOpen }: RuleScope): Presence {
  const validated = presenceIn(context, absent, conditions);
  const presence =
    context.property.apiProperty === undefined
      ? validated
      : withApiPropertyPresence(validated, context, conditions);
  return isOpen ? { ...presence, acceptsNull: true } : presence;
}

/**
 * Returns the initial value that a request without the property
 * keeps. With `@Expose`, class-transformer overwrites it.
 */
function initialOf(
  { view, initial, property }: PropertyContext,
  { absent }: RuleScope,
): PropertyModel['initial'] {
  const isKept = view.direction === 'input' && absent.value !== undefined;
  return isKept ? initial.jsonOf(property.key) : undefined;
}

function reportLeftOut(context: PropertyContext, jsonName: string | undefined, isOut: boolean): void {
  reportNames(context, jsonName);
  if (context.view.direction === 'input') checkUnsent(context, isOut, context.conversion.transformed);
  else checkUnsentGetter(context);
}

function reportShown(context: PropertyContext, jsonName: string, scope: RuleScope, type: TypeRef): void {
  const { view, options, conversion, property } = context;
  const { conditions } = scope;
  reportNames(context, jsonName);
  if (property.apiProperty !== undefined) checkApiPropertyName(jsonName, context);
  checkDirection(type, context);
  if (view.direction === 'input') checkUnvalidatedPromise(context);
  else checkPromise(context);
  const mayBeOpen =
    conversion.transformed || conditions !== NO_CONDITIONS || options.enableImplicitConversion;
  if (view.direction === 'input' && mayBeOpen) noteOpenRules(context, conditions, conversion.transformed);
}

/**
 * Reports what the two libraries do with the name of the
 * property, and so also with one that the view leaves out.
 */
function reportNames(context: PropertyContext, jsonName: string | undefined): void {
  if (context.view.direction !== 'input') return;
  if (INHERITED.has(context.property.key) && context.declared.rules.length > 0) reportInheritedName(context);
  checkBinding(context, jsonName);
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
const NO_RULES: readonly Rule[] = [];
const NO_EXEMPTIONS: readonly Exemption[] = [];

/**
 * Returns the keywords of `@ApiProperty` that apply: those of responses, which are not validated, and those
 * that no rule contradicts. A rule without an entry may check exactly these keywords.
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
 * Returns the documented rules: none if they may be skipped for any value, or if they check another value.
 */
function rulesOf(context: PropertyContext, scope: RuleScope, type: TypeRef): readonly Rule[] {
  const { property, running, view } = context;
  if (running.rules.length === 0 || scope.conditions.open || scope.isOpen) return NO_RULES;
  if (registry.isUsed && !SCALAR_KINDS.has(type.kind) && holdsRegistered(type))
    return running.rules.filter((rule) => fitsType(rule, type, view.direction));
  if (checkOnlyResult(context, type)) return NO_RULES;
  const rules = rulesAboutJson(context, type);
  if (view.direction === 'output' || !makesDate(property)) return rules;
  // A rule that accepts the Date of class-transformer, such as
  // `@IsObject()`, does not describe the value in a request.
  return rules.filter((rule) => rule.type === 'date' || rule.entry === undefined || !acceptsDate(rule));
}

/** Returns whether the rules check only what a `@Transform` returns, and not the value in JSON. */
function checkOnlyResult(context: PropertyContext, type: TypeRef): boolean {
  if (hasDeclaredType(context)) return context.conversion.oneWay;
  return context.transformed && type.kind === 'unknown';
}

/**
 * Returns whether `@Type` makes a scalar of the value in JSON,
 * in both directions, and a `@Transform` another value of it.
 */
function isTransformedAndCoerced(property: PropertyFacts): boolean {
  const { input, output } = property.transforms;
  return (input.length > 0 || output.length > 0) && isCoerced(property);
}

/**
 * Returns the rules that describe the value in JSON. If a conversion makes the value that they check, these
 * are the rules that fit the declared type, or that of `@Type`, which class-transformer applies before a
 * `@Transform`.
 */
function rulesAboutJson(context: PropertyContext, type: TypeRef): readonly Rule[] {
  const { property, running, view } = context;
  const { direction } = view;
  if (isTransformedAndCoerced(property) || (hasDeclaredType(context) && checksResult(context)))
    return running.rules.filter((rule) => fitsType(rule, type, direction));
  if (!running.hasObjectRule) return running.rules;
  const aboutObject = running.rules.filter((rule) => isWrittenAsOther(rule, property, direction));
  if (type.kind === 'unknown') reportWritten(aboutObject, context);
  return running.rules.filter((rule) => !aboutObject.includes(rule));
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
  return !isList && ruleAccepts(rule as DeclaredRule, rule.each ? [new Date()] : new Date());
}

/**
 * Returns the exempted values that are documented. They must fit the recorded
 * type or, without one, the property's type. For example, `''` is not an
 * integer, although `@ValidateIf((order) => !!order.count)` exempts it.
 */
function exemptionsOf(
  { property }: PropertyContext,
  { conditions, isOpen }: RuleScope,
  type: TypeRef,
): readonly Exemption[] {
  if (isOpen || conditions.exempt.length === 0) return NO_EXEMPTIONS;
  const recorded = typeOfDesign(property.design);
  const types = jsonTypesOf(recorded ?? type);
  return conditions.exempt.filter((exemption) => {
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
