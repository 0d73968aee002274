import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { accepts } from '../../../../../src/documents/json-schema/checker/checker.js';
import { runs } from '../../../../fixtures/runs.js';
import type { Schema } from '../../../../../src/documents/json-schema/schema.js';
import { accepts as acceptsByAjv, schema, value } from '../generate.js';

const values = fc.array(value, { minLength: 12, maxLength: 12 });
const name = fc.constantFrom('a', 'b', 'c');

describe('verdicts of schemas on values', () => {
  it('agrees with Ajv, and decides every schema without references', () => {
    fc.assert(
      fc.property(schema, values, (given, candidates) => {
        const byAjv = acceptsByAjv(given);
        expect(candidates.map((one) => accepts(given, one))).toEqual(candidates.map(byAjv));
      }),
      { numRuns: runs(100) },
    );
  });

  it('never disagrees with Ajv about references, those to themselves included', () => {
    const definitions = fc.record({ a: withRefs, b: withRefs, c: withRefs });
    fc.assert(
      fc.property(withRefs, definitions, values, (given, $defs, candidates) => {
        const resolve = (ref: string): Schema | undefined => $defs[ref.slice('#/$defs/'.length) as 'a'];
        const verdicts = candidates.map((one) => accepts(given, one, resolve));
        // A reference that comes back to itself for the same value leads Ajv round for ever.
        const byAjv = unlessEndless(() => candidates.map(acceptsByAjv({ ...given, $defs } as Schema)));
        fc.pre(!verdicts.includes(undefined) && byAjv !== undefined);
        expect(verdicts).toEqual(byAjv);
      }),
      { numRuns: runs(80) },
    );
  });

  it('agrees with Ajv about unevaluated members', () => {
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    const objects = fc.array(
      fc.dictionary(name, fc.constantFrom<unknown>('', 'a', 1, null), { noNullPrototype: true }),
      {
        minLength: 12,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(closed, objects, (given, candidates) => {
        const byAjv = ajv.compile(given);
        ajv.removeSchema(given);
        expect(candidates.map((one) => accepts(given, one))).toEqual(candidates.map((one) => byAjv(one)));
      }),
      { numRuns: runs(100) },
    );
  });

  const unresolved: Schema = { $ref: '#/x' };
  it.each<[boolean | undefined, Schema, unknown]>([
    [undefined, unresolved, 1],
    [false, { $ref: '#/x', type: 'string' }, 1],
    [undefined, { anyOf: [unresolved, { type: 'string' }] }, 1],
    [true, { anyOf: [unresolved, { type: 'string' }] }, 'a'],
    [undefined, { oneOf: [unresolved, { type: 'string' }] }, 'a'],
    [false, { oneOf: [unresolved, {}, { type: 'string' }] }, 'a'],
    [undefined, { not: unresolved }, 1],
    [undefined, { if: unresolved, then: { type: 'string' } }, 1],
    [true, { if: unresolved, then: { type: 'string' } }, 'a'],
    [false, { if: unresolved, then: { type: 'string' }, else: { type: 'null' } }, 1],
    [undefined, { items: unresolved }, [1]],
    [true, { items: unresolved }, []],
    [false, { items: unresolved, maxItems: 0 }, [1]],
    [undefined, { contains: unresolved }, [1]],
    [false, { contains: unresolved, minContains: 2 }, [1]],
    [true, { contains: { anyOf: [unresolved, {}] } }, [1]],
    [undefined, { pattern: '(' }, 'a'],
    [undefined, { patternProperties: { '(': { type: 'string' } } }, { a: 1 }],
    [true, { patternProperties: { '(': { type: 'string' } } }, { a: 'a' }],
    [undefined, { patternProperties: { '(': {} }, additionalProperties: false }, { a: 1 }],
    [undefined, { minLength: 'x' as never }, 'a'],
    [undefined, { enum: 'a' as never }, 'a'],
    [true, { unevaluatedItems: false }, []],
    [false, { unevaluatedItems: false }, [1]],
    [true, { unevaluatedItems: false, anyOf: [{ prefixItems: [{}] }] }, [1]],
    [false, { unevaluatedItems: { type: 'string' }, prefixItems: [{}] }, [1, 2]],
    [true, { unevaluatedItems: { type: 'string' }, contains: { type: 'number' } }, [1, 'a', 2]],
    [true, { unevaluatedItems: false, allOf: [{ items: {} }] }, [1]],
    [undefined, { unevaluatedItems: false, $ref: '#/x' }, [1]],
    [undefined, { multipleOf: 1e-300 }, 1e10],
    [false, { if: { additionalProperties: { type: 'string' } }, unevaluatedProperties: false }, { a: 1 }],
    [true, { if: { additionalProperties: { type: 'string' } }, unevaluatedProperties: false }, { a: 'a' }],
    [true, { if: { const: {} }, else: { properties: { a: {} } }, unevaluatedProperties: false }, { a: 1 }],
    [
      false,
      { if: { required: ['b'] }, then: { properties: { a: {} } }, unevaluatedProperties: false },
      { a: 1 },
    ],
    [
      true,
      { allOf: [{ properties: { b: {} } }], dependentSchemas: { a: {} }, unevaluatedProperties: false },
      { b: 1 },
    ],
    [true, { dependentSchemas: { a: { properties: { a: {} } } }, unevaluatedProperties: false }, { a: 1 }],
    [
      false,
      { dependentSchemas: { a: { properties: { a: {} } } }, unevaluatedProperties: false },
      { a: 1, b: 1 },
    ],
    [undefined, { $ref: '#/x', unevaluatedProperties: false }, { a: 1 }],
    [true, { format: 'email', contentEncoding: 'base64', 'x-a': 1 }, 'not an address'],
    [false, { multipleOf: 0.1 }, 0.3],
    [true, { maxLength: 1 }, '😀'],
    [true, { const: { a: 1, b: [2] } }, { b: [2], a: 1 }],
    [
      false,
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    [false, { required: ['toString'] }, {}],
    [false, { properties: { toString: false as never } }, { toString: 1 }],
    [true, { properties: { toString: false as never } }, {}],
    [false, { required: ['a'] }, { a: undefined }],
  ])('returns %j for %j and %j', (verdict, given, candidate) => {
    expect(accepts(given, candidate)).toBe(verdict);
  });

  it('follows a reference again for inner values', () => {
    const list: Schema = { properties: { next: { $ref: '#/list' } }, required: ['v'] };
    const resolve = (): Schema => list;
    expect(accepts(list, { v: 1, next: { v: 2, next: { v: 3 } } }, resolve)).toBe(true);
    expect(accepts(list, { v: 1, next: { v: 2, next: {} } }, resolve)).toBe(false);
  });
});

function unlessEndless<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Schemas with references among them. */
const { withRefs } = fc.letrec<{ withRefs: Schema; inner: Schema }>((tie) => {
  const inner = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    name.map((one): Schema => ({ $ref: `#/$defs/${one}` })),
    fc.constantFrom<Schema>({ type: 'string' }, { type: ['null', 'object'] }, { minimum: 1 }, {}),
    tie('withRefs'),
  );
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  return {
    inner,
    withRefs: fc.oneof(
      inner,
      fc.record({ anyOf: list }),
      fc.record({ oneOf: list }),
      fc.record({ allOf: list }),
      fc.record({ not: inner }),
      fc.record({ items: inner }),
      fc.record({ properties: fc.record({ a: inner }), additionalProperties: inner }),
    ),
  };
});

/**
 * Schemas that refuse what they and those applied in place have not looked at. Ajv 8 loses count of them beside
 * `if` and `dependentSchemas`.
 */
const { closed } = fc.letrec<{ closed: Schema; part: Schema }>((tie) => {
  const leaf = fc.constantFrom<Schema>({ type: 'string' }, { minimum: 1 }, {}, { const: null });
  const members = fc.dictionary(name, leaf, { maxKeys: 2, noNullPrototype: true });
  const part = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({ properties: members }),
    fc.record({ properties: members, required: fc.uniqueArray(name, { maxLength: 1 }) }),
    fc.record({ additionalProperties: leaf }),
    tie('closed'),
  );
  const list = fc.array(part, { minLength: 1, maxLength: 2 });
  return {
    part,
    closed: fc.record(
      {
        unevaluatedProperties: fc.oneof(fc.boolean(), leaf),
        unevaluatedItems: fc.oneof(fc.boolean(), leaf),
        prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
        properties: members,
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: part,
      },
      { requiredKeys: ['unevaluatedProperties'] },
    ),
  };
});

it('takes time in proportion to the value, even for deep recursive unions', () => {
  const both = { anyOf: [{ $ref: 'And' }, { $ref: 'Or' }] };
  const schemas: Readonly<Record<string, Schema>> = {
    And: { type: 'object', properties: { left: both } },
    Or: { type: 'object', properties: { left: both, or: { type: 'integer' } } },
  };
  let value: unknown = 'no object';
  for (let depth = 0; depth < 200; depth += 1) value = { left: value };
  expect(accepts(both, value, (ref) => schemas[ref])).toBe(false);
});
