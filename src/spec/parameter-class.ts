import type { Location } from '../../decorators/record.js';
import { isSettled } from '../base/settled.js';
import type { Constructor } from '../base/types.js';
import type { Schema } from '../json-schema/schema.js';
import { share } from '../json-schema/share.js';
import type { ClassModel, PropertyModel } from '../model/types.js';
import { coerceExample } from '../schema/examples.js';
import { compact, text } from './compact.js';
import { messageOf } from './context.js';
import type { OperationContext } from './context.js';
import type { ParameterObject, ParameterPlace, ReferenceTo } from './document.js';
import { createExamples } from './examples.js';
import { createStyle, shapeOfType } from './parameter-style.js';
import { viewOf } from './request-view.js';

/** The decorators that name a parameter in each place, first one first. */
const NAMED_BY: Readonly<Record<ParameterPlace, readonly Location[]>> = {
  query: ['query', 'form'],
  path: ['path', 'param'],
  header: ['header'],
  cookie: ['cookie'],
};

/** A class whose properties become parameters of one place. */
export interface ParameterClass {
  readonly target: Constructor;
  readonly in: ParameterPlace;
  /** Other places that the same endpoint gives the same class: a property located there is theirs. */
  readonly elsewhere: readonly ParameterPlace[];
}

/** A parameter as the document has it, and the property that takes its value; none for one without a class. */
export interface BoundParameter {
  readonly parameter: ParameterObject;
  readonly property?: PropertyModel;
  /** What the document has instead, where the parameter is a component. */
  readonly reference?: ReferenceTo<ParameterObject>;
}

/** The parameters that a class stands for; a class that cannot be read gives none, with a diagnostic. */
export function createClassParameters(source: ParameterClass, context: OperationContext): BoundParameter[] {
  const place = `${context.place} ${source.in}Params`;
  try {
    const model = context.compiler.modelOf(source.target, viewOf(context, 'input'));
    return model.properties
      .filter((property) => property.annotations.hidden !== true && belongs(property, source))
      .map((property) => ({
        parameter: createClassParameter(model, property, source, context),
        property,
      }));
  } catch (error) {
    context.report({
      code: 'broken-parameter-class',
      message: `No parameters could be made of this class: ${messageOf(error)} Pass a class with decorated properties.`,
      place,
    });
    return [];
  }
}

/** One class may serve several places; then the decorators say which property goes where. */
function belongs(property: PropertyModel, source: ParameterClass): boolean {
  const isLocated = (place: ParameterPlace): boolean =>
    NAMED_BY[place].some((location) => location in (property.annotations.locations ?? {}));
  return isLocated(source.in) || !source.elsewhere.some(isLocated);
}

function createClassParameter(
  model: ClassModel,
  property: PropertyModel,
  source: ParameterClass,
  context: OperationContext,
): ParameterObject {
  const { annotations } = property;
  const name = nameOf(property, source.in, context);
  const place = `${context.place} ${source.in} ${name}`;
  const { description, examples, deprecated, schema } = describedSchema(
    context.compiler.schemaOfProperty(model, property),
  );
  const entries = annotations.examples ?? [];
  const values =
    examples?.length === entries.length
      ? examples
      : entries.map((entry) => coerceExample(entry.value, schema, context.compiler));
  const shape = shapeOfType(property.type);
  return compact<ParameterObject>({
    name,
    in: source.in,
    description: text(annotations.description ?? annotations.doc ?? description),
    required: source.in === 'path' || property.required ? true : undefined,
    deprecated: (annotations.deprecated ?? deprecated) === true ? true : undefined,
    ...createStyle(source.in, shape, annotations.styles?.[source.in], place, context),
    schema,
    ...createExamples(entries, values),
  });
}

/** A schema without what a parameter says beside it. */
interface DescribedSchema {
  readonly description: string | undefined;
  readonly examples: unknown[] | undefined;
  readonly deprecated: boolean | undefined;
  readonly schema: Schema;
}

const described = new WeakMap<Schema, DescribedSchema>();

/** Made once of a schema that many parameters have. */
function describedSchema(full: Schema): DescribedSchema {
  const known = described.get(full);
  if (known !== undefined) return known;
  const { description, examples, deprecated, ...schema } = withoutNull(full);
  if (!isSettled(full)) return { description, examples, deprecated, schema };
  const made = { description, examples, deprecated, schema: share(schema) };
  described.set(full, made);
  return made;
}

function nameOf(property: PropertyModel, location: ParameterPlace, context: OperationContext): string {
  const { locations = {} } = property.annotations;
  const given = NAMED_BY[location]
    .map((decorator) => locations[decorator])
    .find((name) => name !== undefined);
  if (given !== undefined) return given;
  if (property.name !== property.key) return property.name;
  if (location === 'path') return matchTemplate(property.key, context.template?.parameters ?? []);
  return context.config.parameterNames === 'lowercase' ? property.key.toLowerCase() : property.key;
}

/** The template's spelling of a name, without regard to case. */
function matchTemplate(name: string, parameters: readonly string[]): string {
  if (parameters.includes(name)) return name;
  return parameters.find((parameter) => parameter.toLowerCase() === name.toLowerCase()) ?? name;
}

/** A parameter that is optional may be absent; nothing in a URL is null. */
function withoutNull(schema: Schema): Schema {
  const { type, anyOf, oneOf, ...rest } = schema;
  const isNull = (option: Schema): boolean => option.type === 'null';
  const strip = (options: Schema[] | undefined): Schema[] | undefined =>
    options?.filter((option) => !isNull(option));
  const result: Schema = compact<Schema>({ type, anyOf: strip(anyOf), oneOf: strip(oneOf), ...rest });
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null');
    const [only] = types;
    result.type = types.length === 1 && only !== undefined ? only : types;
  }
  if (result.enum?.includes(null)) result.enum = result.enum.filter((value) => value !== null);
  return unwrap(result, 'anyOf');
}

/** An `anyOf` of one says what that one says. */
function unwrap(schema: Schema, keyword: 'anyOf'): Schema {
  const { [keyword]: options, ...rest } = schema;
  const [only] = options ?? [];
  return options?.length === 1 && only !== undefined && !Object.keys(only).some((key) => key in rest)
    ? { ...only, ...rest }
    : schema;
}
