/**
 * JSON Schemas of classes alone, without documents,
 * operations and the page. `dtospec` has these exports, too.
 */
export { jsonSchemaOf } from './json-schema.js';
export { registerRule } from '../rules/register.js';
export type { Schema } from '../json-schema/schema.js';
export type { Schema30 } from '../json-schema/dialects/convert.js';
