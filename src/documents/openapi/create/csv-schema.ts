import type { Schema } from '../../json-schema/schema.js';
import type { PropertyModel, TypeRef, View } from '../../model/types.js';
import { createSchema, type OperationContext } from '../context.js';
import { CSV } from '../../../shared/media-types.js';
import { classOf } from './body-type.js';
import { shapeOfType } from './parameter-style.js';

/**
 * Creates the schema of CSV: a text that contains a list of rows (JSON Schema 2020-12, validation, 8.4). OpenAPI 3.0 has no
 * such keyword, so the description names the columns.
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
    description: `CSV with the columns ${columns.map(({ name }) => `\`${name}\``).join(', ')}`,
  };
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
