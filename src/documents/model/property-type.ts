import type { TypeInput } from '../../../decorators/type-input.js';
import type { Report } from '../../shared/diagnostics.js';
import { declaringClassOf, type Source } from './annotations.js';
import type { PropertyFacts } from './class-facts.js';
import type { TransformType } from './class-transformer/metadata.js';
import { copiedFrom } from './class-validator/copies.js';
import { metadataOf } from './class-validator/metadata.js';
import { typeOfDesign, typeRefOf, typeRefOfDeclaration } from './type-ref.js';
import { hasKnownExemptions, mayBeOff } from './class-validator/conditions.js';
import {
  describesValue,
  fitsType,
  isListRule,
  refusesLists,
  refusesObjects,
  typeOfRules,
  typeOfUnsureRules,
} from './rule-type.js';
import { lazy, resolveLazyOrUnknown } from './type-input-error.js';
import type { Direction, Rule, TypeRef } from './types.js';
import type { Validation } from './validation.js';

export interface TypeEvidence {
  readonly property: PropertyFacts;
  readonly validation: Validation;
  readonly transformed: boolean;
  /** True if a `@Transform` with `toPlainOnly` runs, so that the response has its own type. */
  readonly rewritten: boolean;
  /** True if class-transformer converts scalars to the recorded type before validation. */
  readonly implicit: boolean;
  readonly direction: Direction;
  readonly sources: readonly Source[];
  readonly place: string;
  readonly report: Report;
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

export function propertyTypeOf(evidence: TypeEvidence): TypeRef {
  const { annotations } = evidence.property;
  if (annotations.type !== undefined) return declaredType(evidence, typeRefOfDeclaration(annotations.type));
  const { override } = annotations;
  if (override !== undefined && ('type' in override || '$ref' in override)) return UNKNOWN;
  if (evidence.rewritten) return rewrittenType(evidence);
  const type = transformType(evidence) ?? validatedType(evidence);
  if (type === undefined) return untyped(evidence);
  return evidence.transformed && isUndecorated(type) ? UNKNOWN : type;
}

function rewrittenType({ place, report }: TypeEvidence): TypeRef {
  report({
    code: 'transformed-response',
    place,
    message:
      'A @Transform with toPlainOnly decides the value in responses, so their schema is open. Add @TypeOf(() => String) or another type decorator for what it returns.',
  });
  return UNKNOWN;
}

function isUndecorated(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' && metadataOf(resolved.target).size === 0;
}

function declaredType(evidence: TypeEvidence, type: TypeRef): TypeRef {
  return type.kind === 'enum' && isList(evidence) ? listOf(type, evidence) : type;
}

function transformType(evidence: TypeEvidence): TypeRef | undefined {
  const { type } = evidence.property;
  if (type === undefined) return undefined;
  if (type.discriminator === undefined && type.isDynamic()) return dynamicType(evidence);
  const ofElements = ruledType(evidence, ({ each }) => each);
  const declared = type.declared ? elementType(type) : undefined;
  const items = scalarInstead(declared, evidence, ({ each }) => each) ?? declared ?? ofElements;
  if (type.reflected === Map) return { kind: 'map', values: items ?? UNKNOWN };
  if (declared === undefined) return undefined;
  const scalar = scalarInstead(declared, evidence, ({ each }) => !each);
  if (scalar !== undefined) return scalar;
  if (!isList(evidence) && type.reflected !== Set) return declared;
  return listOf(elementsOf(evidence, items ?? UNKNOWN), evidence);
}

/** Returns the type of the elements, which are lists themselves if a rule with `each` accepts lists only. */
function elementsOf({ validation }: TypeEvidence, items: TypeRef): TypeRef {
  const isNested = validation.rules.some(
    (rule) => rule.each && rule.condition === undefined && isListRule({ ...rule, each: false }),
  );
  return isNested && resolveLazyOrUnknown(items).kind !== 'array'
    ? { kind: 'array', items, unique: false }
    : items;
}

/**
 * Returns the scalar type that the rules require, if the declared type is a class: class-transformer creates no
 * instance of a class from a scalar.
 */
function scalarInstead(
  declared: TypeRef | undefined,
  evidence: TypeEvidence,
  isAsked: (rule: Rule) => boolean,
): TypeRef | undefined {
  const { rules, nested } = evidence.validation;
  if (declared === undefined || nested !== 'none') return undefined;
  if (!rules.some((rule) => isAsked(rule) && refusesObjects(rule))) return undefined;
  if (resolveLazyOrUnknown(declared).kind !== 'class') return undefined;
  return ruledType(evidence, isAsked) ?? UNKNOWN;
}

const SCALAR_KINDS: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'enum',
]);

function dynamicType({ place, report }: TypeEvidence): TypeRef {
  report({
    code: 'dynamic-type',
    place,
    message:
      'The function of @Type depends on the object, so the type can differ between objects and the schema is open. Name the possible types: @OneOf(() => [Card, Transfer]).',
  });
  return UNKNOWN;
}

function elementType(type: TransformType): TypeRef {
  const { discriminator } = type;
  if (discriminator === undefined) return lazy(() => typeRefOf(type.resolve() as TypeInput));
  const mapping = discriminator.subTypes.map(({ name, value }) => ({ value: name, target: value }));
  return {
    kind: 'union',
    anyOf: mapping.map(({ target }) => ({ kind: 'class', target })),
    discriminator: { propertyName: discriminator.property, mapping, kept: discriminator.keep },
  };
}

function validatedType(evidence: TypeEvidence): TypeRef | undefined {
  const { property, validation } = evidence;
  const design = typeOfDesign(property.design);
  if (isList(evidence)) {
    const items = elementsOf(evidence, ruledType(evidence, ({ each }) => each) ?? UNKNOWN);
    if (design?.kind !== 'map') return listOf(items, evidence);
    if (items.kind === 'unknown') return design;
    // In a request the value is no Map, and the rules accept an array but no other object.
    const isMap = evidence.direction === 'output' || evidence.implicit;
    return isMap && !validation.declaredRules.some(isListRule)
      ? { kind: 'map', values: items }
      : listOf(items, evidence);
  }
  // `each` also applies to a value that is not a list.
  const ruled = ruledType(evidence);
  if (ruled?.kind === 'object' && design !== undefined && OBJECTS.has(design.kind)) return design;
  if (ruled !== undefined && design?.kind === 'array') reportScalar(evidence, ruled);
  if (ruled !== undefined) return ruled;
  // If rules accept several types, they are more exact than the compiler's type, unless values are converted.
  const isConverted = evidence.implicit && design !== undefined && SCALAR_KINDS.has(design.kind);
  return validation.rules.some(describesValue) && !isConverted ? UNKNOWN : design;
}

const OBJECTS: ReadonlySet<TypeRef['kind']> = new Set(['class', 'map', 'file']);

function ruledType(
  { validation, property }: TypeEvidence,
  isAsked: (rule: Rule) => boolean = () => true,
): TypeRef | undefined {
  const isSure = ({ condition }: Rule): boolean =>
    condition === undefined || !mayBeOff(condition, property.key);
  const running = validation.rules.filter((rule) => isAsked(rule) && isSure(rule));
  const type = typeOfRules(running);
  if (type !== undefined || running.some(describesValue)) return type;
  const asked = validation.rules.filter(isAsked);
  // The schema of the rules lists the values that such a condition exempts, of whatever type.
  if (asked.some((rule) => !isSure(rule) && hasKnownExemptions(rule, property.key))) {
    const design = typeOfDesign(property.design);
    const isScalar = design !== undefined && SCALAR_KINDS.has(design.kind);
    return isScalar && asked.every((rule) => acceptsOnly(rule, design)) ? design : UNKNOWN;
  }
  return asked.some(describesValue)
    ? typeOfUnsureRules(asked)
    : typeOfUnsureRules(validation.declaredRules.filter(isAsked));
}

/** Returns whether a rule accepts no value of another type than the recorded one. */
function acceptsOnly(rule: Rule, design: TypeRef): boolean {
  if (rule.type === undefined) return !describesValue({ ...rule, each: false });
  if (typeof rule.type !== 'object') return fitsType({ ...rule, each: false }, design);
  return rule.type.enum.every(({ value }) => typeof value === design.kind);
}

const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean]);

function isList(evidence: TypeEvidence): boolean {
  const { property, validation } = evidence;
  const rules = validation.declaredRules;
  if (validation.nested === 'each' || rules.some(isListRule)) return true;
  // `each` also applies to a value that is not a list.
  if (rules.some(({ each }) => each)) return !SCALARS.has(property.design) && !rules.some(refusesLists);
  if (property.design !== Array && property.design !== Set) return false;
  return property.annotations.type !== undefined || property.type !== undefined || !rules.some(refusesLists);
}

function reportScalar({ place, report }: TypeEvidence, ruled: TypeRef): void {
  report({
    code: 'rule-refuses-list',
    place,
    message: `The property is declared as an array, but its rules accept a single ${ruled.kind} only and reject every array. Add { each: true } to them.`,
  });
}

function listOf(items: TypeRef, evidence: TypeEvidence): TypeRef {
  const { property, place, report } = evidence;
  if (items.kind === 'unknown')
    report({
      code: 'unknown-element-type',
      place,
      message: `The type of the elements is unknown. Add @ArrayOf(() => Item), @Type(() => Item) or a validator with each: true.${genericHint(evidence)}`,
    });
  return { kind: 'array', items, unique: property.design === Set };
}

function untyped(evidence: TypeEvidence): TypeRef {
  const { place, report, validation } = evidence;
  if (validation.declaredRules.some(describesValue)) return UNKNOWN;
  report({
    code: 'unknown-type',
    place,
    message: `The type is unknown, so the schema is open. Add a validator, @TypeOf(() => Item) or another type decorator, or compile with emitDecoratorMetadata.${genericHint(evidence)}`,
  });
  return UNKNOWN;
}

/**
 * Returns a hint about generic classes: type arguments do not exist at run time, so `class CatPage extends Page<Cat>`
 * knows only `Page`.
 */
function genericHint({ sources, property }: TypeEvidence): string {
  const owner = declaringClassOf(sources, property.key);
  if (owner === undefined || owner === sources.at(-1)?.owner || copiedFrom(owner).length > 0) return '';
  return ` If ${owner.name} is generic, declare the property again in each class that extends it.`;
}

export function makesDate({ type }: PropertyFacts): boolean {
  try {
    return type?.discriminator === undefined && type?.resolve() === Date;
  } catch {
    return false;
  }
}

const COERCING: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer]);

export function isCoerced({ type }: PropertyFacts): boolean {
  if (type === undefined || type.discriminator !== undefined) return false;
  if (type.reflected === Set || type.reflected === Map) return true;
  try {
    return COERCING.has(type.resolve());
  } catch {
    return false;
  }
}
