import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { ConfigError, jsonSchemaOf, standardSchema } from '../../../src/index.js';
import { cases } from '../../law/corpus/cases.js';
import { mutationsOf } from '../../../src/guard/fuzz/values/mutate.js';
import { valuesOf } from '../../law/values/from-schema.js';
import { Line, NewOrder, Order } from './shop.js';

const valid = { email: 'ada@example.com', order_lines: [{ sku: 'LAMP', quantity: 2 }] };

it('is a Standard Schema and a Standard JSON Schema to the compiler', () => {
  const schema: StandardSchemaV1<NewOrder> & StandardJSONSchemaV1<NewOrder> = standardSchema(NewOrder);
  const list: StandardSchemaV1<Line[]> = standardSchema([Line]);
  expect([schema, list].map((one) => one['~standard'].version)).toEqual([1, 1]);
});

it('creates instances, and names the faults', async () => {
  const { validate } = standardSchema(NewOrder)['~standard'];
  const result = (await validate(valid)) as { value: NewOrder };
  expect(result.value).toBeInstanceOf(NewOrder);
  expect(result.value.lines[0]).toBeInstanceOf(Line);
  expect(await validate({ ...valid, order_lines: [{ sku: 'L', quantity: 1 }] })).toEqual({
    issues: [
      { message: 'sku must be longer than or equal to 2 characters', path: ['order_lines', '0', 'sku'] },
    ],
  });
  expect(await validate('x')).toEqual({
    issues: [{ message: 'The value must be an object, not a string', path: [] }],
  });
});

it('has both directions', () => {
  const { jsonSchema } = standardSchema(Order)['~standard'];
  const properties = (schema: Record<string, unknown>): string[] => Object.keys(schema.properties as object);
  expect(properties(jsonSchema.input({ target: 'draft-2020-12' }))).toContain('secret');
  expect(properties(jsonSchema.output({ target: 'draft-2020-12' }))).not.toContain('secret');
});

it('supports the dialects of the standard, and rejects others', () => {
  const { jsonSchema } = standardSchema(NewOrder)['~standard'];
  expect(jsonSchema.input({ target: 'openapi-3.0' })).toEqual(jsonSchemaOf(NewOrder, { dialect: '3.0' }));
  expect(() => jsonSchema.input({ target: 'draft-03' })).toThrow(ConfigError);
});

it('refuses values that are not types', () => {
  expect(() => standardSchema(undefined as never)).toThrow('The type is undefined');
});

describe('draft-07 accepts the same as draft 2020-12', () => {
  const options = {
    strict: false,
    validateFormats: false,
    addUsedSchema: false,
    code: { optimize: false },
  } as const;
  // One of each: what a schema may say is compiled with the first.
  const [ajv2020, ajv] = [new Ajv2020(options), new Ajv(options)];
  /** What draft-07 cannot say, or what says it in a way that no ajv knows. */
  const isSayable = (schema: object): boolean =>
    !/unevaluated|minContains|maxContains/.test(JSON.stringify(schema));
  const sayable = cases
    .map(({ target }) => standardSchema(target)['~standard'].jsonSchema)
    .map(({ input }) => ({
      later: input({ target: 'draft-2020-12' }),
      earlier: input({ target: 'draft-07' }),
    }))
    .filter(({ later }) => isSayable(later));

  it('agrees for the whole corpus', () => {
    expect(sayable.length).toBeGreaterThan(50);
    const verdicts = new Set<boolean>();
    for (const { later, earlier } of sayable) {
      const [one, other] = [ajv2020.compile(later), ajv.compile(earlier)];
      const values = valuesOf(later, { defs: (later.$defs ?? {}) as never, depth: 0 });
      for (const value of [...fc.sample(values, 3), ...fc.sample(mutationsOf(fc, values, ['name']), 5)]) {
        const verdict = one(value);
        verdicts.add(verdict);
        expect({ value, verdict: other(value) }).toEqual({ value, verdict });
      }
    }
    expect(verdicts.size).toBe(2);
  });
});
