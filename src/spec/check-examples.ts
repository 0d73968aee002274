import { isSettled } from '../base/settled.js';
import type { Schema } from '../json-schema/schema.js';
import { forEachSubschema } from '../json-schema/walk.js';
import type { Check } from './check-document.js';
import type { OperationObject, SchemaHolder } from './document.js';
import { findMismatch } from './example-mismatch.js';
import { forEachHolder } from './walk.js';

/** Reports every example of an operation that its schema would refuse. It is in the dialect of 3.1. */
export function checkExamples(operation: OperationObject, place: string, check: Check): void {
  forEachHolder(operation, place, (holder, at) => {
    const { schema = {} } = holder;
    for (const value of valuesOf(holder)) checkExample(value, schema, at, check);
    checkInside(schema, at, check);
  });
}

function valuesOf(holder: SchemaHolder): unknown[] {
  const named = Object.values(holder.examples ?? {}).map((example) => example.value);
  return holder.example === undefined ? named : [holder.example, ...named];
}

/** Reports the same of the examples that a schema itself carries. */
export function checkInside(schema: Schema, place: string, check: Check): void {
  if (isSettled(schema)) return;
  for (const value of schema.examples ?? []) checkExample(value, schema, place, check);
  forEachSubschema(schema, (inner, keyword, name) => {
    checkInside(inner, keyword === 'properties' ? `${place}.${name ?? ''}` : place, check);
  });
}

function checkExample(value: unknown, schema: Schema, place: string, { resolve, report }: Check): void {
  const mismatch = findMismatch(value, schema, resolve);
  if (mismatch === undefined) return;
  report({
    code: 'example-mismatch',
    message: `The example ${JSON.stringify(value)} does not satisfy its schema: ${mismatch}. Change the example, or the rules.`,
    place,
  });
}
