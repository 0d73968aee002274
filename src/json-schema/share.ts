import { plainJson } from '../base/plain-json.js';
import { isSettled, settle } from '../base/settled.js';
import { SCHEMA_TYPES, type Schema } from './schema.js';

/** Keywords after which there is nothing to look for in a schema, and what they may hold. */
const SETTLED: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === 'string' && SCHEMA_TYPES.has(value),
  items: (value) => isShareable(value),
  enum: (value) => Array.isArray(value) && value.every(isScalar),
  ...Object.fromEntries(
    [
      ...[
        'format',
        'pattern',
        'contentEncoding',
        'minLength',
        'maxLength',
        'minItems',
        'maxItems',
        'uniqueItems',
      ],
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ].map((keyword) => [keyword, isScalar]),
  ),
};

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isShareable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return (
    isSettled(value) || Object.entries(value).every(([keyword, one]) => SETTLED[keyword]?.(one) === true)
  );
}

/** The schema, frozen so that it may stand in many places at once; itself where it has to be looked at in each. */
export function share(schema: Schema): Schema {
  if (isSettled(schema) || !isShareable(schema)) return schema;
  const shared = plainJson(schema);
  if (typeof shared.items === 'object') shared.items = share(shared.items);
  if (shared.enum !== undefined) Object.freeze(shared.enum);
  return settle(Object.freeze(shared));
}
