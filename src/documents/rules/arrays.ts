import type { Schema } from '../json-schema/schema.js';
import { isScalar, scalarsOf } from './entries.js';
import type { RuleEntry, RuleTable } from './types.js';

const LIST: Schema = { type: 'array' };

export const arrayRules: RuleTable = {
  arrayNotEmpty: { type: 'array', schema: { type: 'array', minItems: 1 } },
  arrayMinSize: {
    type: 'array',
    schema: ([size]) => (isSize(size) && size > 0 ? { type: 'array', minItems: Math.ceil(size) } : LIST),
  },
  arrayMaxSize: {
    type: 'array',
    schema: ([size]) => (isSize(size) ? { type: 'array', maxItems: Math.max(0, Math.floor(size)) } : LIST),
  },
  arrayContains: compared(containing),
  arrayNotContains: compared(containingNone),
  arrayUnique: {
    type: 'array',
    schema: (_, { scalarItems }) => ({ type: 'array', ...(scalarItems && { uniqueItems: true }) }),
    looser: ([identifier], _schema, { scalarItems }) => {
      if (identifier !== undefined) return 'which elements are the same is decided by a function';
      return scalarItems ? undefined : 'objects are compared by identity: two equal ones are accepted';
    },
  },
};

function isSize(size: unknown): size is number {
  return typeof size === 'number' && Number.isFinite(size);
}

function compared(schema: (values: unknown) => Schema): RuleEntry {
  return {
    type: 'array',
    schema: ([values]) => schema(values),
    looser: ([values]) =>
      Array.isArray(values) && values.every(isScalar) ? undefined : 'objects are compared by identity',
  };
}

function containing(values: unknown): Schema {
  const contained = scalarsOf(values).map((value): Schema => ({ contains: { const: value } }));
  return { type: 'array', ...(contained.length > 1 ? { allOf: contained } : contained[0]) };
}

function containingNone(values: unknown): Schema {
  const scalars = scalarsOf(values);
  return { type: 'array', ...(scalars.length > 0 && { not: { contains: { enum: scalars } } }) };
}
