import { isAtLeast } from '../config/config.js';
import type { ParameterStyle } from '../../../../decorators/record.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import { hasAny } from '../../json-schema/keywords.js';
import type { Schema } from '../../json-schema/schema.js';
import { resolveLazyOrUnknown } from '../../model/type/type-input-error.js';
import { typeRefOf } from '../../model/type/type-ref.js';
import type { TypeRef } from '../../model/types.js';
import { dereferenced, type References } from '../../schema/references.js';
import { omitUndefined } from '../../../shared/values.js';
import type { ParameterObject, ParameterPlace } from '../types/document.js';
import type { OperationContext } from '../context.js';
import { type FieldContext, reportUnsupported } from '../fields/check-fields.js';
import type { Finding } from '../../../shared/diagnostics.js';

export type ValueShape = 'scalar' | 'list' | 'object';

const SHAPES: Readonly<Partial<Record<TypeRef['kind'], ValueShape>>> = {
  array: 'list',
  tuple: 'list',
  map: 'object',
  class: 'object',
  object: 'object',
};

const RAW_SHAPES: ReadonlyMap<unknown, ValueShape> = new Map([
  ['array', 'list'],
  ['object', 'object'],
]);

export const DEFAULT_STYLES: Readonly<Record<ParameterPlace, Readonly<Record<ValueShape, ParameterStyle>>>> =
  {
    path: {
      scalar: {},
      list: { style: 'simple', explode: false },
      object: { style: 'simple', explode: false },
    },
    query: {
      scalar: {},
      list: { style: 'form', explode: true },
      object: { style: 'deepObject', explode: true },
    },
    header: {
      scalar: {},
      list: { style: 'simple', explode: false },
      object: { style: 'simple', explode: false },
    },
    // An exploded list in a cookie is `ids=1&ids=2`, which no cookie parser splits.
    cookie: {
      scalar: {},
      list: { style: 'form', explode: false },
      object: { style: 'form', explode: false },
    },
  };

/** Allowed styles: OpenAPI's "Style Values" table. */
const ALLOWED: Readonly<Record<ParameterPlace, readonly string[]>> = {
  path: ['matrix', 'label', 'simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** Returns the schema of a parameter, or of its JSON text. */
export function schemaOfParameter({ schema, content = {} }: ParameterObject): ParameterObject['schema'] {
  const [mediaType] = Object.values(content);
  return mediaType === undefined || '$ref' in mediaType ? schema : mediaType.schema;
}

export function shapeOfType(type: TypeRef): ValueShape {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'raw') return RAW_SHAPES.get(resolved.schema.type) ?? 'scalar';
  if (resolved.kind === 'registered') return shapeOfInput(resolved.registered.input);
  if (resolved.kind === 'union')
    return resolved.anyOf.map(shapeOfType).find((shape) => shape !== 'scalar') ?? 'scalar';
  return SHAPES[resolved.kind] ?? 'scalar';
}

export function shapeOfInput(type: TypeInput): ValueShape {
  try {
    return shapeOfType(typeRefOf(type));
  } catch {
    // `createSchema` reports the invalid type.
    return 'scalar';
  }
}

export function shapeOfSchema(source: Schema, references: References): ValueShape {
  const schema = dereferenced(source, references);
  for (const type of [schema.type].flat()) {
    const shape = RAW_SHAPES.get(type);
    if (shape !== undefined) return shape;
  }
  for (const branch of branchesOf(schema)) {
    const shape = shapeOfSchema(branch, references);
    if (shape !== 'scalar') return shape;
  }
  return 'scalar';
}

function branchesOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

/**
 * Reports lists of objects or of lists, also as members of an object: OpenAPI does not define their
 * serialization (OpenAPI 3.1, 4.8.12.4, "Style Examples"), and client generators send texts such as `[object
 * Object]`.
 */
export function checkSerializable(
  schema: Schema,
  what: 'parameter' | 'form',
  context: OperationContext,
): void {
  if (!holdsCompoundList(schema, context.compiler.filled, new Set())) return;
  const remedy =
    what === 'form'
      ? 'Send JSON or multipart/form-data instead.'
      : "Document the parameter as JSON text, in `parameters` of the endpoint: { name, in, content: { 'application/json': { schema: [Filter] } } }. Operations read it.";
  context.report({
    code: 'undefined-style',
    place: context.place,
    message: `OpenAPI does not define how a list of objects or lists is written in a ${what === 'form' ? 'URL-encoded form' : 'parameter'}, so clients differ. ${remedy}`,
  });
}

/**
 * Notes a list inside a `deepObject` parameter, also in an object in it: OpenAPI defines only its scalar
 * members (OpenAPI 3.2, 4.12.2.1, "Style Values").
 */
export function noteListInObject({ name, style, schema }: ParameterObject, context: OperationContext): void {
  const references = context.compiler.filled;
  if (style !== 'deepObject' || schema === undefined) return;
  if (holdsCompoundList(schema, references, new Set())) return;
  const list = listIn(schema, name, references, new Set());
  if (list === undefined) return;
  context.report({
    code: 'list-in-deep-object',
    place: context.place,
    message: `OpenAPI does not define how the list ${list} in a deepObject parameter is written, so client generators differ. Operations read ${list}=a&${list}=b, ${list}[]=a and ${list}[0]=a. For generated clients, make the list a parameter of its own.`,
  });
}

/** Returns the name of a list in a `deepObject` parameter as a query has it: `filter[tags]`. */
function listIn(source: Schema, name: string, references: References, seen: Set<string>): string | undefined {
  if (source.$ref !== undefined && seen.has(source.$ref)) return undefined;
  if (source.$ref !== undefined) seen.add(source.$ref);
  const schema = dereferenced(source, references);
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (!isSchema(member)) continue;
    const inside = `${name}[${key}]`;
    if (shapeOfSchema(member, references) === 'list') return inside;
    const below = listIn(member, inside, references, seen);
    if (below !== undefined) return below;
  }
  for (const branch of branchesOf(schema)) {
    const below = listIn(branch, name, references, seen);
    if (below !== undefined) return below;
  }
  return undefined;
}

const COMPOUND: ReadonlySet<string> = new Set([
  '$ref',
  'items',
  'prefixItems',
  'properties',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
]);

function holdsCompoundList(source: Schema, references: References, seen: Set<string>): boolean {
  if (!hasAny(source, COMPOUND)) return false;
  if (source.$ref !== undefined) {
    if (seen.has(source.$ref)) return false;
    seen.add(source.$ref);
  }
  const schema = dereferenced(source, references);
  const { items, prefixItems = [], properties = {}, additionalProperties } = schema;
  for (const element of [...prefixItems, items])
    if (isSchema(element) && shapeOfSchema(element, references) !== 'scalar') return true;
  for (const subschema of [...branchesOf(schema), ...Object.values(properties), additionalProperties])
    if (isSchema(subschema) && holdsCompoundList(subschema, references, seen)) return true;
  return false;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

export function createStyle(
  location: ParameterPlace,
  shape: ValueShape,
  declared: ParameterStyle,
  context: FieldContext,
): ParameterStyle {
  const { style } = declared;
  if (style !== undefined && !ALLOWED[location].includes(style)) {
    context.report({
      code: 'style-not-allowed',
      message: `Style ${style} is not allowed in a ${location} parameter and is left out. Use ${ALLOWED[location].join(' or ')}.`,
      place: context.place,
    });
    return createStyle(location, shape, { ...declared, style: undefined }, context);
  }
  if (style === 'cookie' && !isAtLeast(context.config.openapi, '3.2')) {
    reportUnsupported("style: 'cookie'", '3.2', context);
    return createStyle(location, shape, { ...declared, style: undefined }, context);
  }
  const preset = DEFAULT_STYLES[location][shape];
  // With an explicit style, `explode` has OpenAPI's own default.
  const explode =
    declared.explode ?? (style === undefined || style === preset.style ? preset.explode : undefined);
  return omitUndefined<ParameterStyle>({
    style: style ?? preset.style,
    explode,
    allowReserved: createAllowReserved(location, declared.allowReserved, context),
  });
}

/**
 * Returns `allowReserved` for locations that support it: before OpenAPI 3.2 query parameters only, since then
 * all that are percent-encoded.
 */
function createAllowReserved(
  location: ParameterPlace,
  allowReserved: boolean | undefined,
  { config, report, place }: FieldContext,
): boolean | undefined {
  if (allowReserved === undefined || location === 'query') return allowReserved;
  if (isAtLeast(config.openapi, '3.2') && location !== 'header') return allowReserved;
  report({
    code: 'style-not-allowed',
    message: `allowReserved is for query parameters only${location === 'header' ? '' : ' before OpenAPI 3.2'}, and is left out of this ${location} parameter. Remove it.`,
    place,
  });
  return undefined;
}

export function notAToken(what: 'header' | 'cookie', name: string): Omit<Finding, 'place'> {
  return {
    code: `invalid-${what}-name`,
    message: `${JSON.stringify(name)} cannot be the name of a ${what} and is left out: HTTP allows letters, digits and !#$%&'*+-.^_\`|~ there.`,
  };
}
