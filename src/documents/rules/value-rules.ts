import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry } from './types.js';

/** The name of the rule of `@ValidateValues`. */
export const VALIDATE_VALUES = 'validateValues';

/** The rule of `@ValidateValues`: its constraint returns the schema of a value. */
export const valueRule: RuleEntry = {
  type: 'object',
  schema: ([schemaOfValue]) => ({
    type: 'object',
    ...additional((schemaOfValue as () => Schema)()),
  }),
};

function additional(schema: Schema): Schema {
  return Object.keys(schema).length === 0 ? {} : { additionalProperties: schema };
}
