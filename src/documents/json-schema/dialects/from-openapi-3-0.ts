import { pick } from '../keywords.js';
import type { Schema } from '../schema.js';
import { SAME_KEYWORDS } from './same-keywords.js';

type Schema30 = Readonly<Record<string, unknown>>;

export function translate30(schema: Schema30): Schema {
  // "This object cannot be extended with additional properties and any properties added SHALL be ignored."
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const extensions = Object.keys(schema).filter((key) => key.startsWith('x-'));
  return {
    ...pick(schema, [...SAME_KEYWORDS, ...extensions]),
    ...typeOf(schema),
    ...boundOf(schema, 'minimum', 'exclusiveMinimum'),
    ...boundOf(schema, 'maximum', 'exclusiveMaximum'),
    ...('example' in schema && { examples: [schema.example] }),
  };
}

/** Adds null to the type for `nullable: true`, "only if type is explicitly defined" (OpenAPI 3.0.3). */
function typeOf({ type, nullable }: Schema30): Schema {
  if (typeof type !== 'string') return {};
  return { type: (nullable === true ? [type, 'null'] : type) as NonNullable<Schema['type']> };
}

function boundOf(
  schema: Schema30,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): Schema {
  const limit = schema[inclusive];
  if (typeof limit !== 'number') return {};
  return schema[exclusive] === true ? { [exclusive]: limit } : { [inclusive]: limit };
}
