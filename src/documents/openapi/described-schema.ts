import type { Schema } from '../json-schema/schema.js';
import { compact } from './compact.js';

/** A parameter's schema, and the fields of the parameter that were part of it. */
export interface DescribedSchema {
  readonly description: string | undefined;
  readonly examples: unknown[] | undefined;
  readonly deprecated: boolean | undefined;
  readonly schema: Schema;
}

/** Separates what a parameter has fields of its own for from the rest of its schema. */
export function describedSchema(full: Schema): DescribedSchema {
  const { description, examples, deprecated, ...schema } = withoutNull(full);
  return { description, examples, deprecated, schema };
}

/** A parameter that is optional may be absent; nothing in a URL is null. */
function withoutNull(schema: Schema): Schema {
  const { type, anyOf, oneOf, ...rest } = schema;
  const isNull = (option: Schema): boolean => option.type === 'null';
  const strip = (options: Schema[] | undefined): Schema[] | undefined =>
    options?.filter((option) => !isNull(option));
  const result: Schema = compact<Schema>({ type, anyOf: strip(anyOf), oneOf: strip(oneOf), ...rest });
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null');
    const [only] = types;
    result.type = types.length === 1 && only !== undefined ? only : types;
  }
  if (result.enum?.includes(null)) result.enum = result.enum.filter((value) => value !== null);
  return unwrap(result, 'anyOf');
}

/** An `anyOf` of one says what that one says. */
function unwrap(schema: Schema, keyword: 'anyOf'): Schema {
  const { [keyword]: options, ...rest } = schema;
  const [only] = options ?? [];
  return options?.length === 1 && only !== undefined && !Object.keys(only).some((key) => key in rest)
    ? { ...only, ...rest }
    : schema;
}
