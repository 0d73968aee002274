import type { Report } from '../diagnostic.js';
import { transformTypeOf, type TransformType } from './class-transformer.js';
import type { Validation } from './class-validator.js';
import { designTypeOf, typeOfDesign } from './design-type.js';
import { keepsType } from './kept-type.js';
import { sayList, sayValues, typeOfRules } from './rule-types.js';
import type { TypeInput } from './type-input.js';
import { lazy, typeRefOf, typeRefOfDeclaration } from './type-ref.js';
import type { Constructor, PropertyAnnotations, TypeRef, View } from './types.js';

/** All that is known of a property when its type is decided. */
export interface TypeEvidence {
  readonly target: Constructor;
  readonly key: string;
  readonly view: View;
  readonly annotations: PropertyAnnotations;
  readonly validation: Validation;
  readonly transformed: boolean;
  readonly place: string;
  readonly report: Report;
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

/** What a property is, and whether its rules say so of what travels. */
export interface PropertyType {
  readonly type: TypeRef;
  /** A `@Transform` runs between what travels and what the rules see, and may change it. */
  readonly hidden: boolean;
}

/**
 * What a property is (design 2 and 5). Our type decorators speak first; a `@Transform` without one hides the
 * type; then `@Type`, the validators, and what the compiler recorded.
 */
export function propertyTypeOf(evidence: TypeEvidence): PropertyType {
  const { annotations, transformed: hidden } = evidence;
  if (annotations.type !== undefined) {
    const type = declaredType(evidence, typeRefOfDeclaration(annotations.type));
    return { type, hidden: hidden && !isTidied(type, evidence) };
  }
  if (
    annotations.override !== undefined &&
    ('type' in annotations.override || '$ref' in annotations.override)
  )
    return { type: UNKNOWN, hidden };
  if (hidden) return transformedType(evidence);
  return { type: toldType(evidence) ?? untyped(evidence), hidden };
}

function toldType(evidence: TypeEvidence): TypeRef | undefined {
  return transformType(evidence) ?? validatedType(evidence);
}

/** An `@Enum` on a list is an enum of its elements: the validator's `each` or the compiler says that it is one. */
function declaredType(evidence: TypeEvidence, type: TypeRef): TypeRef {
  if (type.kind !== 'enum' || !isList(evidence)) return type;
  return listOf(type, evidence);
}

/**
 * A `@Transform` that keeps values of the type what they are leaves the rules to say what they say. But what it
 * makes of a valid value for a response need not be valid any more.
 */
function isTidied(type: TypeRef, evidence: TypeEvidence): boolean {
  if (evidence.view.direction === 'output') return false;
  return keepsType(type, { ...evidence, coerced: isCoerced(evidence.target, evidence.key) });
}

function transformedType(evidence: TypeEvidence): PropertyType {
  const { place, report } = evidence;
  const told = toldType({ ...evidence, report: () => undefined });
  const keepsRules = told !== undefined && isTidied(told, evidence);
  report({
    code: 'transformed-type',
    severity: 'warning',
    place,
    message: `A @Transform decides what travels, and no type decorator says what that is, so the schema is open. Add @TypeOf(() => String), @ArrayOf(…) or another type decorator${keepsRules ? '; its rules are then documented too, since the @Transform only tidies' : ''}.`,
  });
  return { type: UNKNOWN, hidden: true };
}

function transformType(evidence: TypeEvidence): TypeRef | undefined {
  const type = transformTypeOf(evidence.target, evidence.key);
  if (type === undefined) return undefined;
  const items = elementType(type);
  if (type.reflected === Map) return { kind: 'map', values: items };
  return isList(evidence) || type.reflected === Set ? listOf(items, evidence) : items;
}

function elementType(type: TransformType): TypeRef {
  const { discriminator } = type;
  if (discriminator === undefined) return lazy(() => typeRefOf(type.resolve() as TypeInput));
  const mapping = discriminator.subTypes.map(({ name, value }) => ({ value: name, target: value }));
  return {
    kind: 'union',
    anyOf: mapping.map(({ target }) => ({ kind: 'class', target })),
    discriminator: {
      propertyName: discriminator.property,
      mapping,
      kept: discriminator.keep,
      otherwise: lazy(() => typeRefOf(type.resolve() as TypeInput)),
    },
  };
}

/** Validators decide; the compiler's word counts where they leave it open or it is more exact. */
function validatedType(evidence: TypeEvidence): TypeRef | undefined {
  const { target, key, validation } = evidence;
  const rules = validation.declaredRules;
  const design = typeOfDesign(target, key);
  if (isList(evidence)) {
    const items = typeOfRules(rules.filter((rule) => rule.each)) ?? UNKNOWN;
    if (items.kind === 'unknown' && design?.kind === 'map') return design;
    return listOf(items, evidence);
  }
  const said = typeOfRules(rules.filter((rule) => !rule.each));
  const isMoreExact = design?.kind === 'class' || design?.kind === 'map' || design?.kind === 'file';
  if (said?.kind === 'object' && isMoreExact) return design;
  return said ?? design;
}

function isList({ target, key, validation }: TypeEvidence): boolean {
  const design = designTypeOf(target, key);
  return (
    design === Array || design === Set || validation.nested === 'each' || sayList(validation.declaredRules)
  );
}

function listOf(items: TypeRef, { target, key, place, report }: TypeEvidence): TypeRef {
  if (items.kind === 'unknown')
    report({
      code: 'unknown-element-type',
      severity: 'warning',
      place,
      message:
        'The type of the elements is not known. Add @ArrayOf(() => Item), @Type(() => Item) or a validator with each: true.',
    });
  return { kind: 'array', items, unique: designTypeOf(target, key) === Set };
}

function untyped({ place, report, validation }: TypeEvidence): TypeRef {
  if (sayValues(validation.declaredRules)) return UNKNOWN;
  report({
    code: 'unknown-type',
    severity: 'warning',
    place,
    message:
      'Nothing tells the type, so the schema is open. Add a validator, @TypeOf(() => Item) or another type decorator, or compile with emitDecoratorMetadata.',
  });
  return UNKNOWN;
}

/** Whether `@Type` turns what travels into something else, as `Number('5')` does. */
export function isCoerced(target: Constructor, key: string): boolean {
  const type = transformTypeOf(target, key);
  if (type === undefined || type.discriminator !== undefined) return false;
  if (type.reflected === Set || type.reflected === Map) return true;
  try {
    return COERCING.has(type.resolve());
  } catch {
    return false;
  }
}

const COERCING: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer]);
