import { csvIn } from '../../documents/openapi/create/body-type.js';
import { rowSchemaOf } from '../../documents/openapi/create/csv-schema.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { TypeRef } from '../../documents/model/types.js';
import { ConfigError } from '../../shared/errors.js';
import { essenceOf, isMultipart, MULTIPART } from '../../shared/media-types.js';
import type { DescribedBody } from '../describe-body.js';
import type { DescribedOperation } from '../describe.js';
import type { UnknownProperties } from '../operation-options.js';
import type { ReadContext } from '../reader/part.js';
import type { SchemaReader } from '../reader/schema-reader.js';
import type { ValueLimits } from '../reader/value-limits.js';
import { createValueReader } from '../reader/value-reader.js';
import type { Conversions } from './conversions.js';
import { rawReader } from './parameter-styles.js';
import type { BodyFormat } from './read-body.js';
import { csvReader } from './read-csv.js';

/** Readers of the values of an operation in a view. */
export interface Readers {
  readonly context: ReadContext;
  readonly limits: ValueLimits;
  readonly schemaOf: (
    schema: Schema | boolean,
    options?: { readonly unknown?: UnknownProperties; readonly elsewhere?: ReadonlySet<string> },
  ) => SchemaReader;
}

/** Returns the formats of a body, one for each documented media type. */
export function formatsOf(
  { parts: { requestBody, forms }, place }: DescribedOperation,
  { typeIn }: DescribedBody,
  readers: Readers,
  conversions: Conversions,
): BodyFormat[] {
  const { context, schemaOf, limits } = readers;
  return Object.entries(requestBody?.content ?? {}).map(([contentType, { schema = {} }]) => {
    const form = forms[contentType];
    const csv = csvIn(typeIn(contentType));
    if (csv !== undefined) return csvFormat(contentType, csv, { schema, readers, conversions });
    if (isMultipart(contentType) && form?.form !== 'multipart')
      throw new ConfigError(
        `operation ${place} takes ${contentType}, which operations ${essenceOf(contentType) === MULTIPART ? 'read only as a class: describe its fields with one, as in formBody(Upload)' : 'do not read. Register it by hand, with docs.add and your own parser'}.`,
      );
    const type = typeIn(contentType);
    const files = form?.form === 'multipart' ? form.fields.filter(({ file }) => file !== undefined) : [];
    const own = schemaOf(schema, {
      // Validators of other libraries decide about undocumented members.
      ...(type.kind === 'standard' && { unknown: 'keep' }),
      elsewhere: new Set(files.map(({ name }) => name)),
    });
    const reader = isStream(type)
      ? undefined
      : createValueReader(type, own, context, { limits, place: 'body' });
    const texts = form?.form === 'text' ? form.fields : [];
    const textFields = texts.map((field) => ({
      name: field.name,
      schema: field.schema,
      read: rawReader(field),
    }));
    return { contentType, schema, type, form, textFields, reader, readCsv: undefined };
  });
}

interface CsvParts {
  readonly schema: Schema;
  readonly readers: Readers;
  readonly conversions: Conversions;
}

/** Reads CSV as a list of rows. */
function csvFormat(
  contentType: string,
  { row }: { readonly row: TypeRef },
  { schema: csv, readers: { context, schemaOf, limits }, conversions }: CsvParts,
): BodyFormat {
  const items = rowSchemaOf(csv);
  const type: TypeRef = { kind: 'array', items: row, unique: false };
  const schema: Schema = { type: 'array', items };
  const reader = createValueReader(type, schemaOf(schema), context, { limits, place: 'body' });
  const readCsv = csvReader(items, conversions);
  return { contentType, schema, type, form: undefined, textFields: [], reader, readCsv };
}

function isStream(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'file' && resolved.as === 'stream';
}
