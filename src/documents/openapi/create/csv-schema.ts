import type { Schema } from '../../json-schema/schema.js';
import type { PropertyModel, TypeRef, View } from '../../model/types.js';
import { createSchema, type OperationContext } from '../context.js';
import { serialize } from '../../../serialize/serialize.js';
import { csvLine } from '../../../shared/csv-line.js';
import { CSV } from '../../../shared/media-types.js';
import { classOf } from './body-type.js';
import { shapeOfType } from './parameter-style.js';

/**
 * Creates the schema of CSV: a text that contains a list of rows (JSON Schema 2020-12, validation, 8.4).
 * OpenAPI 3.0 has no such keyword, so the description names the columns.
 */
export function createCsvSchema(
  { row }: Extract<TypeRef, { kind: 'csv' }>,
  view: View,
  context: OperationContext,
): Schema {
  const target = classOf(row);
  if (target === undefined) return { type: 'string' };
  const columns = context.compiler
    .modelOf(target, view)
    .properties.filter(({ annotations }) => annotations.hidden !== true);
  for (const column of columns) checkColumn(column, target.name, context);
  return {
    type: 'string',
    contentMediaType: CSV,
    contentSchema: createSchema([target], view, context),
    examples: [exampleOf(columns)],
    description: `CSV with the columns ${columns.map(({ name }) => `\`${name}\``).join(', ')}`,
  };
}

/** Returns whether a schema describes the rows of CSV, as documents of OpenAPI 3.1 and later do. */
export function describesRows({ contentMediaType, contentSchema }: Schema = {}): boolean {
  return contentMediaType === CSV && contentSchema !== undefined;
}

/** Returns the schema of a row, from the schema of CSV. */
export function rowSchemaOf({ contentSchema }: Schema = {}): Schema {
  const { items } = contentSchema ?? {};
  return typeof items === 'object' ? items : {};
}

/** Returns the header line, with the examples of the columns if each required one has some. */
function exampleOf(columns: readonly PropertyModel[]): string {
  const header = csvLine(
    columns.map(({ name }) => name),
    'keep',
  );
  const isComplete = columns.every(
    ({ annotations, presence }) => annotations.examples !== undefined || !presence.required,
  );
  const cells = columns.map(({ annotations }) => serialize(annotations.examples?.[0]?.value));
  return isComplete && cells.some((cell) => cell !== undefined) ? header + csvLine(cells, 'keep') : header;
}

function checkColumn({ key, type }: PropertyModel, owner: string, { place, report }: OperationContext): void {
  const shape = shapeOfType(type);
  if (shape === 'scalar') return;
  report({
    code: 'csv-column',
    place,
    message: `${owner}.${key} is ${shape === 'list' ? 'a list' : 'an object'}, which a cell of CSV cannot contain. Leave it out with @Exclude(), or pass csv() a class whose properties are scalars.`,
  });
}
