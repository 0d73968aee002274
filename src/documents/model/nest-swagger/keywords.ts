import type { Schema } from '../../json-schema/schema.js';
import type { Loose } from './loose.js';
import { isLoose } from './loose.js';

/** Keywords that validate, and need no other: the type and what it is made of stand elsewhere. */
const VALIDATING = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['pattern', 'format', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
] as const;

/** What the options of `@ApiProperty` ask of the value, in the words of JSON Schema 2020-12. */
export function schemaKeywords(metadata: Loose): Schema {
  const given = VALIDATING.filter((name) => metadata[name] !== undefined && metadata[name] !== null);
  if (given.length === 0) return {};
  const keywords = Object.fromEntries(
    given.map((name) => {
      const value = metadata[name];
      return [name, value instanceof RegExp ? value.source : value];
    }),
  );
  return modernize(keywords);
}

/** OpenAPI 3.0's `nullable`, `example` and Boolean limits, which JSON Schema 2020-12 has not. */
export function modernize(schema: Loose): Loose {
  const { nullable, example, examples, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const { minimum, maximum, ...others } = rest;
  const list = examplesIn(example, examples);
  const whole = {
    ...others,
    ...limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
    ...(list.length === 0 ? {} : { examples: list }),
  };
  return nullable === true ? withNull(whole) : whole;
}

function limit(name: string, exclusiveName: string, bound: unknown, exclusive: unknown): Loose {
  if (exclusive === true && bound !== undefined) return { [exclusiveName]: bound };
  return {
    ...(bound === undefined ? {} : { [name]: bound }),
    ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
  };
}

/** `example` is one value; `examples` a list, or by name as in parameters. */
export function examplesIn(example: unknown, examples: unknown): readonly unknown[] {
  const listed: readonly unknown[] = Array.isArray(examples)
    ? examples
    : isLoose(examples)
      ? Object.values(examples).map((example) =>
          isLoose(example) && 'value' in example ? example.value : example,
        )
      : [];
  return example === undefined ? listed : [example, ...listed];
}

function withNull(schema: Loose): Loose {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
