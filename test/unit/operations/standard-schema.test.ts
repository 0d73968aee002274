import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { Type } from 'class-transformer';
import { Equals, IsInt, IsOptional, IsString, ValidateIf, ValidateNested, IsObject } from 'class-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  ConfigError,
  Description,
  Nullable,
  OneOf,
  standardSchema,
  type TypeInput,
} from '../../../src/index.js';
import { cases } from '../../law/corpus/cases.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
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

describe('openapi-3.0', () => {
  class Leaf {
    @IsString() name!: string;
  }
  class Branch {
    @IsOptional() @ValidateNested() @Type(() => Leaf) leaf?: Leaf;
    @ValidateNested({ each: true }) @Type(() => Branch) branches!: Branch[];
  }
  class Tree {
    @Description('The root') @ValidateNested() @Type(() => Branch) root!: Branch;
    @Nullable()
    @ValidateIf((_, value) => value !== null)
    @IsObject()
    @ValidateNested()
    @Type(() => Leaf)
    leaf!: Leaf | null;
  }
  class Car {
    @Equals('car') kind = 'car' as const;
    @IsInt() doors!: number;
  }
  class Boat {
    @Equals('boat') kind = 'boat' as const;
    @IsInt() sails!: number;
  }
  class Trip {
    @OneOf(() => [Car, Boat], { discriminator: 'kind' }) by!: Car | Boat;
  }
  const schemaOf = (type: TypeInput): Record<string, unknown> =>
    standardSchema(type)['~standard'].jsonSchema.input({ target: 'openapi-3.0' });
  const leaf = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

  it('has classes inline, with their descriptions', () => {
    class Shelf {
      @Description('First') @ValidateNested() @Type(() => Leaf) first!: Leaf;
      @ValidateNested({ each: true }) @Type(() => Leaf) others!: Leaf[];
    }
    expect(schemaOf(Shelf)).toEqual({
      type: 'object',
      properties: {
        first: { ...leaf, description: 'First' },
        others: { type: 'array', items: leaf },
      },
    });
  });

  it('refers to definitions for recursion only', () => {
    const branch = {
      type: 'object',
      properties: { leaf, branches: { type: 'array', items: { $ref: '#/$defs/Branch' } } },
    };
    expect(schemaOf(Branch)).toEqual({ ...branch, $defs: { Branch: branch } });
    expect(schemaOf(Tree)).toEqual({
      type: 'object',
      properties: {
        root: { description: 'The root', allOf: [{ $ref: '#/$defs/Branch' }] },
        leaf: { ...leaf, nullable: true },
      },
      required: ['leaf'],
      $defs: { Branch: branch },
    });
  });

  it('has no reference in a discriminator', () => {
    expect(JSON.stringify(schemaOf(Trip))).not.toContain('#/');
    expect(schemaOf(Trip)).toMatchObject({
      properties: {
        by: {
          oneOf: [
            { properties: { kind: { enum: ['car'] }, doors: { type: 'integer' } } },
            { properties: { kind: { enum: ['boat'] }, sails: { type: 'integer' } } },
          ],
        },
      },
    });
  });
});
