import type { Schema } from '../../json-schema/schema.js';
import { always, atLeast, exactly, isScalar, nothing, scalarsOf } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** class-validator's `array` decorators. Elements are compared by `===`. */
export const arrayRules: RuleTable = {
  arrayNotEmpty: always(exactly({ type: 'array', minItems: 1 })),
  arrayMinSize: ([size]) => atLeastItems(Number(size)),
  arrayMaxSize: ([size]) => atMostItems(Number(size)),
  arrayContains: ([values]) => containing(values),
  arrayNotContains: ([values]) => containingNone(values),
  arrayUnique: ([identifies], context) => unique(identifies === true, context),
};

// The length of a list is compared with `>=` and `<=`, which take anything for a number.

function atLeastItems(size: number): RuleSchema {
  if (Number.isNaN(size) || size === Infinity) return nothing;
  return exactly({ type: 'array', ...(size > 0 && { minItems: Math.ceil(size) }) });
}

function atMostItems(size: number): RuleSchema {
  if (Number.isNaN(size) || size < 0) return nothing;
  return exactly({ type: 'array', ...(size !== Infinity && { maxItems: Math.floor(size) }) });
}

function containing(values: unknown): RuleSchema {
  if (!Array.isArray(values) || !values.every(isScalar)) return nothing;
  const contained = scalarsOf(values).map((value): Schema => ({ contains: { const: value } }));
  if (contained.length <= 1) return exactly({ type: 'array', ...contained[0] });
  return exactly({ type: 'array', allOf: contained });
}

function containingNone(values: unknown): RuleSchema {
  if (!Array.isArray(values)) return nothing;
  const scalars = scalarsOf(values);
  return exactly({ type: 'array', ...(scalars.length > 0 && { not: { contains: { enum: scalars } } }) });
}

/** @param identifies whether the elements are compared by what a function makes of them */
function unique(identifies: boolean, { scalarItems }: RuleContext): RuleSchema {
  if (scalarItems === true) {
    const schema: Schema = { type: 'array', uniqueItems: true };
    return identifies ? atLeast(schema, 'a function tells which elements are the same') : exactly(schema);
  }
  // Two equal objects are two objects to the validator.
  return atLeast(
    {
      type: 'array',
      anyOf: [{ uniqueItems: true }, { contains: { anyOf: [{ type: 'object' }, { type: 'array' }] } }],
    },
    'objects are told apart by identity or by a function, and a schema knows neither',
  );
}
