import type { StandardType } from '../../../decorators/type-input.js';
import type { Schema } from '../json-schema/schema.js';
import { coerceExample } from '../schema/annotate.js';
import { dereferenced } from '../schema/references.js';
import { compact, text } from './compact.js';
import { createSchema, type OperationContext } from './context.js';
import { describedSchema } from './described-schema.js';
import type { ParameterObject, ParameterPlace } from './document.js';
import { createExamples } from './examples.js';
import type { BoundParameter } from './parameter-class.js';
import { createStyle, shapeOfSchema, type ValueShape } from './parameter-style.js';
import { viewOf } from './request-view.js';

/** The parameters that the properties of a foreign schema stand for; one that has none gives none, with a diagnostic. */
export function createSchemaParameters(
  standard: StandardType,
  location: ParameterPlace,
  context: OperationContext,
): BoundParameter[] {
  const place = `${context.place} ${location}Params`;
  const parts = partsOf(createSchema(standard, viewOf(context, 'input'), place, context), context);
  const properties = Object.entries(Object.assign({}, ...parts.map((part) => part.properties)) as Properties);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  if (properties.length === 0)
    context.report({
      code: 'broken-parameter-class',
      message:
        'No parameters could be made of this schema: it has no properties. Pass the schema of an object, with a property for each parameter.',
      place,
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

/** A schema and what it is the intersection of. */
function partsOf(given: Schema, context: OperationContext): Schema[] {
  const schema = dereferenced(given, context.compiler.filled);
  return [schema, ...(schema.allOf ?? []).flatMap((one) => partsOf(one, context))];
}

function createSchemaParameter(
  name: string,
  compiled: Schema,
  shape: ValueShape,
  required: boolean,
  location: ParameterPlace,
  context: OperationContext,
): ParameterObject {
  const { description, examples = [], deprecated, schema } = describedSchema(compiled);
  const values = examples.map((value) => coerceExample(value, schema, context.compiler));
  const place = `${context.place} ${location} ${name}`;
  return compact<ParameterObject>({
    name,
    in: location,
    description: text(description),
    required: location === 'path' || required ? true : undefined,
    deprecated: deprecated === true ? true : undefined,
    ...createStyle(location, shape, undefined, place, context),
    schema,
    ...createExamples(
      values.map((value) => ({ value })),
      values,
    ),
  });
}
