import type { Report } from '../base/diagnostics.js';
import { isSettled } from '../base/settled.js';
import type { Schema } from '../json-schema/schema.js';
import { forEachSubschema } from '../json-schema/walk.js';
import type { OpenApiDocument, SchemaHolder } from './document.js';
import { findMismatch } from './example-mismatch.js';
import { resolveIn } from './resolve-ref.js';
import { forEachHolder } from './walk.js';

/** Reports every example that its schema would refuse. The document is OpenAPI 3.1 or 3.2. */
export function checkExamples(document: OpenApiDocument, report: Report): void {
  const schemas = document.components?.schemas ?? {};
  const resolve = resolveIn(schemas);
  const check = (value: unknown, schema: Schema, place: string): void => {
    const mismatch = findMismatch(value, schema, resolve);
    if (mismatch === undefined) return;
    report({
      code: 'example-mismatch',
      message: `The example ${JSON.stringify(value)} does not satisfy its schema: ${mismatch}. Change the example, or the rules.`,
      place,
    });
  };
  forEachHolder(document, (holder, place) => {
    for (const value of valuesOf(holder)) check(value, holder.schema ?? {}, place);
    checkInside(holder.schema ?? {}, place, check);
  });
  for (const [name, schema] of Object.entries(schemas)) checkInside(schema, name, check);
}

function valuesOf(holder: SchemaHolder): unknown[] {
  const named = Object.values(holder.examples ?? {}).map((example) => example.value);
  return holder.example === undefined ? named : [holder.example, ...named];
}

/** The examples that schemas themselves carry. */
function checkInside(
  schema: Schema,
  place: string,
  check: (value: unknown, schema: Schema, place: string) => void,
): void {
  if (isSettled(schema)) return;
  for (const value of schema.examples ?? []) check(value, schema, place);
  forEachSubschema(schema, (inner, keyword, name) => {
    checkInside(inner, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check);
  });
}
