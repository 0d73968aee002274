import { inheritedTypeOf } from '../../../../decorators/registered-types.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor } from '../../../shared/values.js';
import { typeOfDesign } from './design-type.js';
import type { PropertyContext } from '../context.js';
import type { TypeDeclaration } from '../../../../decorators/type-input.js';
import { declaringClassOf } from '../annotations.js';
import type { TransformType } from '../class-transformer/metadata.js';
import { copiedFrom } from '../class-validator/copies.js';
import { metadataOf } from '../class-validator/metadata.js';
import { containerOf, isList, SCALARS } from './container.js';
import { recordedTypeOf, typeRefOfDeclaration } from './type-ref.js';
import { hasKnownExemptions } from '../class-validator/conditions.js';
import {
  describesValue,
  isAbout,
  type Part,
  refusesObjects,
  typeOfRules,
  typeOfUnsureRules,
} from './rule-type.js';
import { fitsType } from './rule-fit.js';
import { lazy, resolveLazyOrUnknown } from './type-input-error.js';
import type { Rule, TypeRef, View } from '../types.js';

const UNKNOWN: TypeRef = { kind: 'unknown' };

export function propertyTypeOf(context: PropertyContext): TypeRef {
  const { declaration } = context;
  if (declaration !== undefined) return declaredType(context, typeRefOfDeclaration(declaration));
  const { override } = context.property.annotations;
  if (override !== undefined && ('type' in override || '$ref' in override)) return UNKNOWN;
  if (context.rewritten) return rewrittenType(context);
  const { type: recorded, typeTransform } = context.property;
  // The function decides, since class-transformer calls it after @Type.
  const ofTransformer =
    recorded === undefined || typeTransform !== undefined ? undefined : transformType(recorded, context);
  const type = ofTransformer ?? validatedType(context);
  if (type === undefined) return untyped(context);
  return context.transformed && isUndecorated(type) ? UNKNOWN : type;
}

function rewrittenType({ place, report }: PropertyContext): TypeRef {
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
  return (
    resolved.kind === 'registered' || (resolved.kind === 'class' && metadataOf(resolved.target).size === 0)
  );
}

function declaredType(context: PropertyContext, type: TypeRef): TypeRef {
  return type.kind === 'enum' && isList(context) ? listOf(type, context) : type;
}

function transformType(type: TransformType, context: PropertyContext): TypeRef | undefined {
  if (type.discriminator === undefined && type.isDynamic()) return dynamicType(context);
  const declared = type.declared ? elementType(type) : undefined;
  const items = scalarInstead(declared, context, 'elements') ?? declared ?? ruledType(context, 'elements');
  if (type.reflected === Map) return { kind: 'map', values: items ?? UNKNOWN };
  if (declared === undefined) return undefined;
  const scalar = scalarInstead(declared, context, 'value');
  if (scalar !== undefined) return scalar;
  switch (containerOf(context, declared)) {
    case 'list':
      return listOf(elementsOf(context, items ?? UNKNOWN), context);
    case 'one':
      return declared;
    case 'either':
      return oneOrList(declared, context);
    case 'assumed-one':
      reportAssumption(context);
      return declared;
  }
}

/** The remedy for a property whose type the compiler has not recorded. */
const RECORD_TYPES = 'compile with emitDecoratorMetadata and import reflect-metadata before the class';

/** Returns the type of a property that nothing declares as one value or as a list. */
function oneOrList(type: TypeRef, { property, place, report }: PropertyContext): TypeRef {
  const { kind } = resolveLazyOrUnknown(type);
  const compile = property.design === undefined ? ` Or ${RECORD_TYPES}.` : '';
  const remedy =
    kind === 'class' || kind === 'union'
      ? 'Add @IsObject() for one value, or @ValidateNested({ each: true }) for a list.'
      : 'Beside @Type, add @TypeOf(() => Item) for one value, or @ArrayOf(() => Item) for a list.';
  report({
    code: 'one-or-list',
    place,
    message: `The schema accepts one value and a list, since class-validator and class-transformer accept both, and the compiler recorded neither. ${remedy}${compile}`,
  });
  return {
    kind: 'union',
    anyOf: [type, { kind: 'array', items: type, unique: false }],
    discriminator: undefined,
  };
}

function reportAssumption({ place, report }: PropertyContext): void {
  report({
    code: 'assumed-one',
    place,
    message:
      'The schema accepts one value, since the compiler recorded no list. If it is a list, write @ValidateNested({ each: true }).',
  });
}

/** Returns the type of the elements, which are lists themselves if a rule with `each` accepts lists only. */
function elementsOf({ running }: PropertyContext, items: TypeRef): TypeRef {
  return running.hasListElements && resolveLazyOrUnknown(items).kind !== 'array'
    ? { kind: 'array', items, unique: false }
    : items;
}

/**
 * Returns the scalar type that the rules require, if the declared type is a class: class-transformer creates
 * no instance of a class from a scalar.
 */
function scalarInstead(
  declared: TypeRef | undefined,
  context: PropertyContext,
  part: Part,
): TypeRef | undefined {
  const { rules, nested } = context.running;
  if (declared === undefined || nested !== 'none') return undefined;
  if (!rules.some((rule) => isAbout(rule, part) && refusesObjects(rule))) return undefined;
  if (resolveLazyOrUnknown(declared).kind !== 'class') return undefined;
  return ruledType(context, part) ?? UNKNOWN;
}

const SCALAR_KINDS: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'enum',
]);

function dynamicType({ place, report }: PropertyContext): TypeRef {
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
  if (discriminator === undefined) return lazy(() => recordedTypeOf(type.resolve()));
  const mapping = discriminator.subTypes.map(({ name, value }) => ({ value: name, target: value }));
  return {
    kind: 'union',
    anyOf: mapping.map(({ target }) => ({ kind: 'class', target })),
    discriminator: { propertyName: discriminator.property, mapping, kept: discriminator.keep },
  };
}

function validatedType(context: PropertyContext): TypeRef | undefined {
  const { property, running } = context;
  if (isList(context)) return listType(context);
  // `each` also applies to a value that is not a list.
  const ruled = ruledType(context, 'any');
  if (ruled !== undefined && ruled.kind !== 'object' && SCALARS.has(property.design)) return ruled;
  const design = typeOfDesign(property.design);
  if (design?.kind === 'registered') return design;
  const registered = registeredByDecorator(context, 'value');
  if (registered !== undefined) return registered;
  if (ruled !== undefined) return besideDesign(ruled, design, context);
  // If rules accept several types, they are more exact than the compiler's type, unless values are converted.
  const isConverted = context.conversion.implicit && design !== undefined && SCALAR_KINDS.has(design.kind);
  if (running.rules.some(describesValue) && !isConverted) return UNKNOWN;
  return typeOfFact(context, design) ?? design;
}

/** Returns the type of the rules, or the compiler's type if it names the object that they require. */
function besideDesign(ruled: TypeRef, design: TypeRef | undefined, context: PropertyContext): TypeRef {
  if (design === undefined) return ruled;
  if (ruled.kind === 'object' && OBJECTS.has(design.kind)) return design;
  if (design.kind === 'array') reportScalar(context, ruled);
  return ruled;
}

/**
 * Returns the type that the facts give a property without a rule about its type. Beside a type that the
 * compiler recorded, they only add the values of a response's text or number.
 */
function typeOfFact(
  { property, view, transformed }: PropertyContext,
  design: TypeRef | undefined,
): TypeRef | undefined {
  const type = property.fact?.type;
  if (type === undefined || transformed) return undefined;
  if (design === undefined) return typeInView(type, view);
  const isListed = type.form === 'raw' && ('enum' in type.schema || 'const' in type.schema);
  const isScalar = design.kind === 'string' || design.kind === 'number';
  return isListed && isScalar && view.direction === 'output' ? typeRefOfDeclaration(type) : undefined;
}

function listType(context: PropertyContext): TypeRef {
  const { property } = context;
  const ruled = registeredByDecorator(context, 'elements') ?? ruledType(context, 'elements');
  const items = elementsOf(context, ruled ?? itemsOfFact(context) ?? UNKNOWN);
  const design = typeOfDesign(property.design);
  if (design?.kind !== 'map') return listOf(items, context);
  if (items.kind === 'unknown') return design;
  // In a request the value is no Map, and the rules accept an array but no other object.
  const isMap = context.view.direction === 'output' || context.conversion.implicit;
  return isMap && !context.declared.hasListRule ? { kind: 'map', values: items } : listOf(items, context);
}

/**
 * Returns the registered class that `@IsInstance` requires, or that class-transformer makes by
 * `typeTransform`.
 */
function registeredByDecorator({ running, property }: PropertyContext, part: Part): TypeRef | undefined {
  const { typeTransform } = property;
  if (typeTransform?.each === (part === 'elements')) return registeredRef(typeTransform.target);
  if (!running.hasInstanceRule) return undefined;
  for (const rule of running.rules) {
    if (rule.name !== 'isInstance' || rule.custom || !isAbout(rule, part)) continue;
    const registered = registeredRef(rule.constraints[0]);
    if (registered !== undefined) return registered;
  }
  return undefined;
}

function registeredRef(target: unknown): TypeRef | undefined {
  const registered = isConstructor(target) ? inheritedTypeOf(target) : undefined;
  return registered && { kind: 'registered', target: target as Constructor, registered };
}

/** Returns the type of the elements that the facts give a list. */
function itemsOfFact({ property, transformed, view }: PropertyContext): TypeRef | undefined {
  const items = property.fact?.items;
  if (items === undefined || transformed) return undefined;
  return typeInView(items, view);
}

/** Returns the type of facts. They describe what is sent, and a request need not have all of it. */
function typeInView(type: TypeDeclaration, view: View): TypeRef {
  return typeRefOfDeclaration(view.direction === 'input' ? withoutRequired(type) : type);
}

/** Returns a type of the facts as requests have it: nothing validates what it requires. */
function withoutRequired(type: TypeDeclaration): TypeDeclaration {
  if (type.form !== 'raw') return type;
  const isList = (name: string, value: unknown): boolean => name === 'required' && Array.isArray(value);
  const text = JSON.stringify(type.schema, (name, value: unknown) =>
    isList(name, value) ? undefined : value,
  );
  return { ...type, schema: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

const OBJECTS: ReadonlySet<TypeRef['kind']> = new Set(['class', 'map', 'file']);

function ruledType(context: PropertyContext, part: Part): TypeRef | undefined {
  const { rules, mayBeOff } = context.running;
  const certain = mayBeOff ? rules.filter((rule) => !rule.mayBeOff) : rules;
  return typeOfRules(certain, part) ?? looserType(context, part);
}

/**
 * Returns the type if no rule that always runs requires one:
 * by rules that may be off, or by those of all groups.
 */
function looserType({ running, declared, property }: PropertyContext, part: Part): TypeRef | undefined {
  const asked = running.rules.filter((rule) => isAbout(rule, part));
  if (asked.some((rule) => !rule.mayBeOff && describesValue(rule))) return undefined;
  // The schema of the rules lists the values that such a condition exempts, of whatever type.
  if (asked.some((rule) => rule.mayBeOff && hasKnownExemptions(rule, property.key))) {
    const design = typeOfDesign(property.design);
    const isScalar = design !== undefined && SCALAR_KINDS.has(design.kind);
    return isScalar && asked.every((rule) => acceptsOnly(rule, design)) ? design : UNKNOWN;
  }
  return asked.some(describesValue)
    ? typeOfUnsureRules(asked)
    : typeOfUnsureRules(declared.rules.filter((rule) => isAbout(rule, part)));
}

/** Returns whether a rule accepts no value of another type than the recorded one. */
function acceptsOnly(rule: Rule, design: TypeRef): boolean {
  if (rule.type === undefined) return !describesValue({ ...rule, each: false });
  if (typeof rule.type !== 'object') return fitsType({ ...rule, each: false }, design);
  return rule.type.enum.every(({ value }) => typeof value === design.kind);
}

function reportScalar({ place, report }: PropertyContext, ruled: TypeRef): void {
  report({
    code: 'rule-refuses-list',
    place,
    message: `The property is declared as an array, but its rules accept a single ${ruled.kind} only and reject every array. Add { each: true } to them.`,
  });
}

function listOf(items: TypeRef, context: PropertyContext): TypeRef {
  const { property, place, report } = context;
  if (items.kind === 'unknown')
    report({
      code: 'unknown-element-type',
      place,
      message: `The type of the elements is unknown. Add @ArrayOf(() => Item), @Type(() => Item) or a validator with each: true.${genericHint(context)}`,
    });
  return { kind: 'array', items, unique: property.design === Set };
}

function untyped(context: PropertyContext): TypeRef {
  const { place, property, report, declared } = context;
  if (declared.rules.some(describesValue)) return UNKNOWN;
  const [cause, remedy] =
    property.design === undefined
      ? ['', `, or ${RECORD_TYPES}`]
      : [': interfaces, unions and types of `import type` do not exist at run time', ''];
  report({
    code: 'unknown-type',
    place,
    message: `The type is unknown, so the schema is open${cause}. Add a validator, @TypeOf(() => Item) or another type decorator${remedy}.${genericHint(context)}`,
  });
  return UNKNOWN;
}

/**
 * Returns a hint about generic classes: type arguments do not exist at run time, so `class CatPage extends
 * Page<Cat>` knows only `Page`.
 */
function genericHint({ facts: { sources }, property }: PropertyContext): string {
  const owner = declaringClassOf(sources, property.key);
  if (owner === undefined || owner === sources.at(-1)?.owner || copiedFrom(owner).length > 0) return '';
  return ` If ${owner.name} is generic, declare the property again in each class that extends it.`;
}
