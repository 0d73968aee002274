import { plainJson } from '../base/plain-json.js';
import { isSettled, settle } from '../base/settled.js';
import { misfitOf } from './keyword-values.js';
import { SCHEMA_TYPES, type Schema } from './schema.js';

/** Keywords after which there is nothing to look for in a schema. */
const SCALAR: ReadonlySet<string> = new Set([
  ...['type', 'format', 'pattern', 'contentEncoding', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

function isShareableKeyword(keyword: string, value: unknown): boolean {
  if (keyword === 'items') return isShareable(value);
  if (keyword === 'enum') return Array.isArray(value) && value.every(isScalar);
  if (keyword === 'type') return SCHEMA_TYPES.has(value);
  return SCALAR.has(keyword) && misfitOf(keyword, value) === undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isShareable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (isSettled(value)) return true;
  for (const keyword of Object.keys(value))
    if (!isShareableKeyword(keyword, (value as Readonly<Record<string, unknown>>)[keyword])) return false;
  return true;
}

/** The schema, frozen so that it may stand in many places at once; itself where it has to be looked at in each. */
export function share(schema: Schema): Schema {
  if (isSettled(schema) || !isShareable(schema)) return schema;
  const shared = plainJson(schema);
  if (typeof shared.items === 'object') shared.items = share(shared.items);
  if (shared.enum !== undefined) Object.freeze(shared.enum);
  return settle(Object.freeze(shared));
}

/** Whether `share` made the schema: of scalars only, and of items and values that are such. */
export function isShared(schema: Schema): boolean {
  return isSettled(schema) && Object.isFrozen(schema);
}
