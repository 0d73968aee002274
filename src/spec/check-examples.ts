import { isSettled } from '../base/settled.js';
import type { Schema } from '../json-schema/schema.js';
import { forEachSubschema } from '../json-schema/walk.js';
import type { Check } from './check-document.js';
import { findMismatch } from './example-mismatch.js';
import { isJson } from './media-range.js';
import { forEachHolder, type Holder, type Kind } from './walk.js';

const EXAMPLES = '#/components/examples/';

/** Reports every example of a part that its schema would refuse. It is in the dialect of 3.1. */
export function checkExamples(part: object, place: string, check: Check, kind: Kind): void {
  forEachHolder(part, kind, place, (holder, at, mediaType) => {
    const { schema = {}, itemSchema = {} } = holder;
    for (const value of valuesOf(holder, check)) {
      // The text of another format than JSON's (OpenAPI 3.1, 4.8.19).
      const isText = typeof value === 'string' && mediaType !== undefined && !isJson(mediaType);
      if (!isText) checkExample(value, schema, at, check);
    }
    checkInside(schema, at, check);
    checkInside(itemSchema, at, check);
  });
}

function valuesOf({ example, examples = {} }: Holder, { examples: shared }: Check): unknown[] {
  const values = Object.values(examples).map((one) => {
    const found = one.$ref === undefined ? one : shared[one.$ref.replace(EXAMPLES, '')];
    return found?.dataValue ?? found?.value;
  });
  return [example, ...values].filter((value) => value !== undefined);
}

/** Reports the same of the examples that a schema itself carries. */
export function checkInside(schema: Schema, place: string, check: Check): void {
  if (isSettled(schema)) return;
  for (const value of schema.examples ?? []) checkExample(value, schema, place, check);
  forEachSubschema(schema, (inner, keyword, name) => {
    if (isSettled(inner)) return;
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
