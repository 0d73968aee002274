import { isSettled } from '../base/settled.js';
import type { Schema } from '../json-schema/schema.js';
import { isShared, share } from '../json-schema/share.js';
import { compact } from './compact.js';

/** A schema without what a parameter says beside it. */
export interface DescribedSchema {
  readonly description: string | undefined;
  readonly examples: unknown[] | undefined;
  readonly deprecated: boolean | undefined;
  readonly schema: Schema;
}

const described = new WeakMap<Schema, DescribedSchema>();

/** What a parameter says of its schema itself, and the rest. Made once of a schema that many parameters have. */
export function describedSchema(full: Schema): DescribedSchema {
  if (isShared(full) && isTypeFirst(full))
    return { description: undefined, examples: undefined, deprecated: undefined, schema: full };
  const known = described.get(full);
  if (known !== undefined) return known;
  const { description, examples, deprecated, ...schema } = withoutNull(full);
  if (!isSettled(full)) return { description, examples, deprecated, schema };
  const made = { description, examples, deprecated, schema: share(schema) };
  described.set(full, made);
  return made;
}

/** As a parameter's schema is written. What is shared has one type, no null, and nothing that a parameter says itself. */
function isTypeFirst(schema: Schema): boolean {
  for (const keyword in schema) return keyword === 'type' || schema.type === undefined;
  return true;
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
