import { inspect } from 'node:util';
import { Expose, Transform, Type } from 'class-transformer';
import {
  Equals,
  IsArray,
  IsDate,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  registerDecorator,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { OneOf } from '../../../../src/index.js';
import { oneOf } from '../../../../src/documents/model/type/type-functions.js';
import { typeRefOf } from '../../../../src/documents/model/type/type-ref.js';
import { resolveValidation } from '../../../../src/documents/model/validation-options.js';
import { createSchemaCompiler } from '../../../../src/documents/schema/schema-compiler.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { createReader } from '../../../../src/operations/reader/create-reader.js';
import { SchemaReader } from '../../../../src/operations/reader/schema-reader.js';
import { createValueReader, type ValueReader } from '../../../../src/operations/reader/value-reader.js';
import type { UnknownProperties } from '../../../../src/operations/operation-options.js';
import type { Constructor } from '../../../../src/shared/types.js';

/** A rule that no schema has. */
const IsEven = (): PropertyDecorator => (target, propertyName) => {
  registerDecorator({
    name: 'isEven',
    target: target.constructor,
    propertyName: String(propertyName),
    validator: { validate: (value) => Number(value) % 2 === 0, defaultMessage: () => 'n must be even' },
  });
};

class Text {
  @Equals('text') kind!: string;
  @IsString() a!: string;
  @IsOptional() @IsEven() @IsInt() n?: number;
}
class Part {
  @IsInt() n!: number;
}
class Group {
  @IsIn(['group', 'list']) kind!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Part) k!: Part[];
  @IsOptional() @IsString() a = 'default';
}
class Moment {
  @Expose({ name: 'kind' }) @Equals('moment') sort!: string;
  @IsOptional() @Type(() => Date) @IsDate() a?: Date;
  @IsOptional()
  @Transform(({ value }: { value: number }) => {
    if (value === 13) throw new RangeError('unlucky');
    return value * 2;
  })
  @IsInt()
  n?: number;
}
class Counted {
  @Equals(7) kind!: number;
  @OneOf(() => [Text, Part]) k!: Text | Part;
}

const value = fc.oneof(
  fc.constantFrom<unknown>('text', null, 1, 2, 13, 'x', [], {}, '2026-01-31T12:00:00Z'),
  fc.record({ kind: fc.constant('text'), a: fc.constantFrom<unknown>('b', 1) }, { requiredKeys: [] }),
  fc.array(
    fc.record({ n: fc.constantFrom<unknown>(1, 2, 'x'), more: fc.constant(1) }, { requiredKeys: [] }),
    {
      maxLength: 2,
    },
  ),
);
const kinds = ['text', 'group', 'list', 'moment', 7, '7', 'unknown', null, [], 'toString'];
const objects = fc.oneof(
  fc.record(
    { kind: fc.constantFrom<unknown>(...kinds), a: value, n: value, k: value, more: value },
    { requiredKeys: [] },
  ),
  value,
);

/** Creates a reader of a union, and one that looks at all branches, since `allOf` hides the constants from it. */
function readersOf(
  classes: readonly Constructor[],
  unknownProperties: UnknownProperties,
  forbidNonWhitelisted: boolean,
): readonly [ValueReader, ValueReader] {
  const validation = resolveValidation({
    whitelist: forbidNonWhitelisted,
    forbidNonWhitelisted,
    openConversions: true,
  });
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional: false,
    validation,
    formats: 'all',
    openapi: false,
    report: () => undefined,
  });
  const view = { direction: 'input', groups: [], version: undefined } as const;
  const context = createReader(compiler, { view, validation, unknownProperties });
  const type = typeRefOf(oneOf(...(classes as readonly [Constructor, Constructor])));
  const { schema, checker, options } = context.schemaOf(type);
  return [
    createValueReader(type, new SchemaReader(schema, checker, options), context),
    createValueReader(type, new SchemaReader({ allOf: [schema as Schema] }, checker, options), context),
  ];
}

test.each([
  ['drop', false],
  ['refuse', false],
  ['drop', true],
] as const)('a constant selects what a look at all classes finds: %s, %s', async (unknown, isForbidden) => {
  const [selected, searched] = readersOf([Text, Group, Moment, Counted], unknown, isForbidden);
  const textOf = async (reader: ValueReader, sent: unknown): Promise<string> =>
    inspect(await reader.read(sent), { depth: null });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(objects, async (sent) => {
      const text = await textOf(selected, structuredClone(sent));
      if (text.startsWith('{ value')) accepted += 1;
      expect(text).toBe(await textOf(searched, structuredClone(sent)));
    }),
    { numRuns: 3_000, seed: 1 },
  );
  expect(accepted).toBeGreaterThan(100);
});
