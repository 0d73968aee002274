import type { PropertyContext } from './context.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor } from '../../shared/values.js';
import { decoratorOf } from '../rules/rule-table.js';
import type { TransformType } from './class-transformer/metadata.js';
import { ruleAccepts } from './class-validator/rule-calls.js';
import type { DeclaredRule } from './class-validator/rules.js';
import { resolveLazyOrUnknown } from './type/type-input-error.js';
import type { TypeRef } from './types.js';
import { acceptsValue } from './validation.js';

// Checks of values that class-transformer converts, by @Type or by enableImplicitConversion.

export function checkConverted(type: TypeRef, context: PropertyContext): void {
  const { property, options, running } = context;
  const isImplicit = property.type === undefined;
  const target = property.type === undefined ? property.design : typeOrUndefined(property.type);
  const madeType = MADE.get(target);
  if (isImplicit && options.enableImplicitConversion) checkElements(type, context);
  if (madeType === undefined) {
    if (!isImplicit) checkInstances(target, context);
    if (!isImplicit) checkList(target, context);
    return;
  }
  for (const rule of running.rules)
    if (!rule.custom && !rule.mayBeOff && refuses(rule, madeType, running.hasListRule))
      reportRefused(rule, madeType, isImplicit, context);
  if (!isImplicit && target === Date) checkInvalidDate(context);
}

const SCALAR_RULES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * Reports a rule that rejects each instance of the class of
 * `@Type`. Values other than objects stay as they are.
 */
function checkInstances(target: unknown, { running, place, report }: PropertyContext): void {
  if (!isConstructor(target) || (target as unknown) === Object) return;
  const isWrong = ({ custom, mayBeOff, type }: DeclaredRule): boolean =>
    !custom && !mayBeOff && SCALAR_RULES.has(type);
  const rule = running.rules.find(isWrong);
  if (rule === undefined) return;
  const decorator = decoratorOf(rule);
  report({
    code: 'rule-refuses-conversion',
    place,
    detail: decorator,
    message: `${decorator}: @Type makes an instance of ${target.name} of each object, which this rule rejects. For objects, use @ValidateNested(${rule.each ? '{ each: true }' : ''}) in its place; otherwise remove @Type.`,
  });
}

/** Reports a list of classes in `@Type`, which class-transformer calls as a constructor for each object. */
function checkList(target: unknown, { place, report }: PropertyContext): void {
  if (!Array.isArray(target)) return;
  const item: unknown = target.flat(Infinity).find((type) => isConstructor(type) && !MADE.has(type));
  if (item === undefined) return;
  report({
    code: 'list-in-type',
    place,
    message:
      'class-transformer takes the class of one element, and throws for every object of a list. ' +
      `Write @Type(() => ${(item as Constructor).name}).`,
  });
}

/** Returns the type of `@Type`, or undefined if its function throws. */
export function typeOrUndefined(transformType: TransformType): unknown {
  try {
    return transformType.resolve();
  } catch {
    return undefined;
  }
}

/** A type that class-transformer converts each value to. */
interface Made {
  /** The type in messages. */
  readonly name: string;
  /** How to fix a rule that refuses every converted value. */
  readonly remedy: string;
  /** A converted value. */
  readonly sample: unknown;
  /** The types of rules that may accept it; undefined if the sample decides alone. */
  readonly types: ReadonlySet<unknown> | undefined;
}

const MADE: ReadonlyMap<unknown, Made> = new Map<unknown, Made>([
  [Date, { name: 'a Date', remedy: 'Use @IsDate()', sample: new Date(0), types: undefined }],
  [Number, { name: 'a number', remedy: 'Use @IsNumber()', sample: 1, types: new Set(['number', 'integer']) }],
  [String, { name: 'a string', remedy: 'Use @IsString()', sample: '1', types: new Set(['string']) }],
  [Boolean, { name: 'a boolean', remedy: 'Use @IsBoolean()', sample: true, types: new Set(['boolean']) }],
]);

function refuses(rule: DeclaredRule, { sample, types }: Made, isList: boolean): boolean {
  if (types === undefined) return rule.type !== 'date' && !ruleAccepts(rule, isList ? [sample] : sample);
  // Lists stay lists, and each element is converted.
  if (rule.type === undefined || (rule.type === 'array' && !rule.each)) return false;
  if (typeof rule.type === 'object')
    return rule.type.enum.every(({ value }) => typeof value !== typeof sample);
  return !types.has(rule.type) && !ruleAccepts(rule, sample);
}

function reportRefused(
  rule: DeclaredRule,
  { name, remedy }: Made,
  isImplicit: boolean,
  { place, report }: PropertyContext,
): void {
  const [cause, other] = isImplicit
    ? ['enableImplicitConversion', 'declare the type that the rule accepts']
    : ['@Type', 'remove @Type'];
  report({
    code: 'rule-refuses-conversion',
    place,
    detail: decoratorOf(rule),
    message: `${decoratorOf(rule)}: ${cause} makes ${name} of each value, which this rule rejects, so no request passes. ${remedy}, or ${other}.`,
  });
}

/**
 * Reports a date that no rule checks, since class-transformer
 * makes an invalid Date of text that is not a date.
 */
function checkInvalidDate(context: PropertyContext): void {
  const { running, isWhitelisted, place, report } = context;
  if (!isWhitelisted || running.hasCustom || !acceptsValue(context, new Date(Number.NaN))) return;
  report({
    code: 'date-without-rule',
    place,
    message:
      'class-transformer makes an invalid Date of text that is not a date, and no rule rejects it. Add @IsDate().',
  });
}

/**
 * Reports lists whose elements class-transformer converts to
 * the only type that the compiler recorded: a list.
 */
function checkElements(type: TypeRef, { property, place, report }: PropertyContext): void {
  const resolved = resolveLazyOrUnknown(type);
  if (!LISTS.has(property.design) || resolved.kind !== 'array' || !mayBeObject(resolved.items)) return;
  report({
    code: 'elements-made-lists',
    place,
    message: `enableImplicitConversion makes an empty ${(property.design as Constructor).name} of each object in this list, because the compiler records only that type for it. Add @Type(() => Item), or @Type(() => Object) for objects of no class.`,
  });
}

const LISTS: ReadonlySet<unknown> = new Set([Array, Set]);

function mayBeObject(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'union' ? resolved.anyOf.some(mayBeObject) : OBJECTS.has(resolved.kind);
}

const OBJECTS: ReadonlySet<TypeRef['kind']> = new Set(['object', 'class', 'map']);
