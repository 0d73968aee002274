import { withPlace } from '../fields/check-fields.js';
import type { Location } from '../../../../decorators/record.js';
import type { Constructor } from '../../../shared/types.js';
import type { Schema } from '../../json-schema/schema.js';
import { omit, SCALAR_KEYWORDS } from '../../json-schema/keywords.js';
import { acceptsNull } from '../../json-schema/nullable.js';
import type { MemberRuleKind } from '../../model/class-validator/member-rule.js';
import type { ClassModel, PropertyModel, TypeRef } from '../../model/types.js';
import { coerceExample } from '../../schema/annotate.js';
import { nonEmptyText } from '../omit-empty.js';
import { omitUndefined } from '../../../shared/values.js';
import { checkRequestClasses, createSchema, messageOf, type OperationContext, viewOf } from '../context.js';
import type { ParameterObject, ParameterPlace, ReferenceTo } from '../types/document.js';
import { createExamples } from './examples.js';
import {
  checkSerializable,
  createStyle,
  DEFAULT_STYLES,
  noteListInObject,
  shapeOfSchema,
  shapeOfType,
  type ValueShape,
} from './parameter-style.js';
import type { StandardType } from '../../../../decorators/type-input.js';
import { dereferenced } from '../../schema/references.js';

const NAMED_BY: Readonly<Record<ParameterPlace, readonly Location[]>> = {
  query: ['query', 'form'],
  path: ['path', 'param'],
  header: ['header'],
  cookie: ['cookie'],
};

interface ParameterClass {
  readonly target: Constructor;
  readonly in: ParameterPlace;
  /** Other locations for which the endpoint uses the same class. Decorators assign properties to them. */
  readonly elsewhere: readonly ParameterPlace[];
}

export interface BoundParameter {
  readonly parameter: ParameterObject;
  readonly property?: PropertyModel;
  /** Set for a property of a Standard Schema. */
  readonly shape?: ValueShape;
  /** Reference to write instead, if the parameter is a component. */
  readonly reference?: ReferenceTo<ParameterObject>;
}

export function createClassParameters(source: ParameterClass, context: OperationContext): BoundParameter[] {
  const place = `${context.place} ${source.in}Params`;
  try {
    const view = viewOf(context, 'input');
    context.names?.addParameters(source.target);
    const model = context.compiler.modelOf(source.target, view);
    checkRequestClasses({ kind: 'class', target: source.target }, view, context);
    if (model.memberRules.length > 0) reportMemberRules(model, context);
    const schemaOf = context.compiler.parameterSchemasOf(model);
    const bound: BoundParameter[] = [];
    for (const property of model.properties) {
      if (property.annotations.hidden === true) continue;
      if (source.elsewhere.length > 0 && !belongs(property, source)) continue;
      const schema = schemaOf(property);
      bound.push({ parameter: createClassParameter(property, schema, source, context), property });
    }
    return bound;
  } catch (error) {
    context.report({
      code: 'broken-parameter-class',
      message: `No parameters could be made of this class: ${messageOf(error)} Pass a class with decorated properties.`,
      place,
    });
    return [];
  }
}

const DECORATORS: Readonly<Record<MemberRuleKind, string>> = {
  atLeastOneOf: '@AtLeastOneOf',
  exactlyOneOf: '@ExactlyOneOf',
  requiredWith: '@RequiredWith',
};

/** OpenAPI describes each parameter alone. */
function reportMemberRules({ name, memberRules }: ClassModel, { report }: OperationContext): void {
  for (const { kind } of memberRules)
    report({
      code: 'looser-rule',
      place: name,
      detail: DECORATORS[kind],
      message: `${DECORATORS[kind]}: the schema is looser than the validator: OpenAPI has no rules about several parameters.`,
    });
}

function belongs(property: PropertyModel, source: ParameterClass): boolean {
  const isLocated = (place: ParameterPlace): boolean =>
    NAMED_BY[place].some((location) => location in (property.annotations.locations ?? {}));
  return isLocated(source.in) || !source.elsewhere.some(isLocated);
}

export function createClassParameter(
  property: PropertyModel,
  compiled: Schema,
  source: ParameterClass,
  context: OperationContext,
): ParameterObject {
  const { annotations, type } = property;
  const name = parameterName(property, source.in, context);
  const isSimple = SIMPLE.has(type.kind) && isSimpleSchema(compiled);
  const whole = isSimple || !acceptsNull(compiled) ? compiled : withoutNull(compiled);
  const parameter = undescribed(property, name, source.in, whole);
  const schema = isSimple ? whole : omit(whole, OF_PARAMETER);
  if (!isSimple || annotations.styles?.[source.in] !== undefined)
    addStyle(
      { parameter, place: source.in },
      property,
      schema,
      withPlace(`${context.place} ${source.in} ${name}`, context),
    );
  else if (type.kind === 'array') Object.assign(parameter, DEFAULT_STYLES[source.in].list);
  parameter.schema = schema;
  const { examples: entries } = annotations;
  if (entries === undefined) return parameter;
  const values =
    whole.examples?.length === entries.length
      ? whole.examples
      : entries.map((entry) => coerceExample(entry.value, schema, context.compiler));
  return Object.assign(parameter, createExamples(entries, values));
}

/** Returns a parameter without its schema, its style and its examples. */
function undescribed(
  { annotations, presence }: PropertyModel,
  name: string,
  place: ParameterPlace,
  whole: Schema,
): ParameterObject {
  const parameter: ParameterObject = { name, in: place };
  const description = annotations.description ?? annotations.doc ?? whole.description;
  if (description !== undefined && description !== '') parameter.description = description;
  if (place === 'path' || presence.required) parameter.required = true;
  if ((annotations.deprecated ?? whole.deprecated) === true) parameter.deprecated = true;
  return parameter;
}

/** Adds the style of a parameter whose values are no plain scalars, and checks that it can be written. */
function addStyle(
  { parameter, place }: { readonly parameter: ParameterObject; readonly place: ParameterPlace },
  { annotations, type }: PropertyModel,
  schema: Schema,
  context: OperationContext,
): void {
  const style = annotations.styles?.[place];
  const shape = shapeOfType(type);
  Object.assign(
    parameter,
    style === undefined ? DEFAULT_STYLES[place][shape] : createStyle(place, shape, style, context),
  );
  checkSerializable(schema, 'parameter', context);
  noteListInObject({ ...parameter, schema }, context);
}

/** Kinds of types whose schemas may be simple. */
const SIMPLE: ReadonlySet<TypeRef['kind']> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'enum',
  'array',
]);

/** Keywords that describe the parameter, which has them instead of its schema. */
const OF_PARAMETER = ['description', 'examples', 'deprecated'];

const OF_SCALARS: ReadonlySet<string> = new Set([...SCALAR_KEYWORDS, 'enum']);

const OF_LISTS: ReadonlySet<string> = new Set(['type', 'items', 'minItems', 'maxItems', 'uniqueItems']);

/**
 * Returns whether a schema is that of a scalar or of a list of scalars, without null and without keywords
 * that describe the parameter. Such a parameter has the default style, which OpenAPI defines.
 */
function isSimpleSchema(schema: Schema): boolean {
  if (schema.type !== 'array') return isScalarSchema(schema);
  for (const keyword in schema) if (!OF_LISTS.has(keyword)) return false;
  return typeof schema.items === 'object' && isScalarSchema(schema.items);
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

function isScalarSchema(schema: Schema): boolean {
  for (const keyword in schema) if (!OF_SCALARS.has(keyword)) return false;
  return SCALARS.has(schema.type);
}

function parameterName(property: PropertyModel, location: ParameterPlace, context: OperationContext): string {
  const name = givenName(property, location);
  if (name !== undefined) return name;
  if (location === 'path') return matchTemplate(property.key, context.template?.parameters ?? []);
  return context.config.parameterNames === 'lowercase' ? property.key.toLowerCase() : property.key;
}

/** Returns the name that a decorator gives a property in a location, or undefined. */
function givenName({ annotations, name, key }: PropertyModel, location: ParameterPlace): string | undefined {
  const { locations } = annotations;
  for (const decorator of locations === undefined ? [] : NAMED_BY[location]) {
    const declared = locations?.[decorator];
    if (declared !== undefined) return declared;
  }
  return name === key ? undefined : name;
}

export function headerNameOf(property: PropertyModel): string {
  return givenName(property, 'header') ?? property.key;
}

function matchTemplate(name: string, parameters: readonly string[]): string {
  if (parameters.includes(name)) return name;
  return parameters.find((parameter) => parameter.toLowerCase() === name.toLowerCase()) ?? name;
}

export function createSchemaParameters(
  standard: StandardType,
  location: ParameterPlace,
  context: OperationContext,
): BoundParameter[] {
  const groupContext = withPlace(`${context.place} ${location}Params`, context);
  const parts = combinedSchemas(createSchema(standard, viewOf(context, 'input'), groupContext), context);
  const properties = Object.entries(Object.assign({}, ...parts.map((part) => part.properties)) as Properties);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  if (properties.length === 0)
    context.report({
      code: 'broken-parameter-class',
      message:
        'No parameters could be made of this schema: it has no properties. Pass the schema of an object, with a property for each parameter.',
      place: groupContext.place,
    });
  return properties.map(([name, schema]) => {
    const shape = shapeOfSchema(schema, context.compiler.filled);
    return {
      parameter: createSchemaParameter(name, schema, shape, required.has(name), location, context),
      shape,
    };
  });
}

type Properties = Record<string, Schema>;

function combinedSchemas(given: Schema, context: OperationContext): Schema[] {
  const schema = dereferenced(given, context.compiler.filled);
  return [schema, ...(schema.allOf ?? []).flatMap((part) => combinedSchemas(part, context))];
}

function createSchemaParameter(
  name: string,
  compiled: Schema,
  shape: ValueShape,
  required: boolean,
  location: ParameterPlace,
  context: OperationContext,
): ParameterObject {
  const whole = acceptsNull(compiled) ? withoutNull(compiled) : compiled;
  const { description, examples = [], deprecated, ...schema } = whole;
  const values = examples.map((value) => coerceExample(value, schema, context.compiler));
  const parameterContext = withPlace(`${context.place} ${location} ${name}`, context);
  checkSerializable(schema, 'parameter', parameterContext);
  const style = DEFAULT_STYLES[location][shape];
  noteListInObject({ name, in: location, ...style, schema }, parameterContext);
  return omitUndefined<ParameterObject>({
    name,
    in: location,
    description: nonEmptyText(description),
    required: location === 'path' || required ? true : undefined,
    deprecated: deprecated === true ? true : undefined,
    ...style,
    schema,
    ...createExamples(
      values.map((value) => ({ value })),
      values,
    ),
  });
}

/** Removes null from the schema: a URL cannot contain null, and an optional parameter may be absent. */
function withoutNull(schema: Schema): Schema {
  const { type, anyOf, oneOf, ...rest } = schema;
  const strip = (options: Schema[] | undefined): Schema[] | undefined =>
    options?.filter((option) => option.type !== 'null');
  const result: Schema = omitUndefined<Schema>({ type, anyOf: strip(anyOf), oneOf: strip(oneOf), ...rest });
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null');
    const [only] = types;
    result.type = types.length === 1 && only !== undefined ? only : types;
  }
  if (result.enum?.includes(null)) result.enum = result.enum.filter((value) => value !== null);
  if (result.default === null) delete result.default;
  const { anyOf: options, ...others } = result;
  const [only] = options ?? [];
  return options?.length === 1 && only !== undefined && !Object.keys(only).some((key) => key in others)
    ? { ...only, ...others }
    : result;
}
