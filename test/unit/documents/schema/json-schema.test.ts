import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MinLength, ValidateIf, ValidateNested } from 'class-validator';
import { TypeOf } from '../../../../decorators/types.js';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';

class Category {
  @IsString() @MinLength(2) name!: string;
  @IsOptional() @ValidateNested() @Type(() => Category) parent?: Category;
  @ValidateIf((_, value) => value !== null) @IsInt() rank!: number | null;
}

class Broken {
  @TypeOf(() => 5 as never) odd!: unknown;
}

describe('jsonSchemaOf', () => {
  it('is complete: another validator compiles it and follows its references', () => {
    const check = new Ajv2020({ strict: true }).compile(jsonSchemaOf(Category));
    expect(check({ name: 'ab', rank: null, parent: { name: 'cd', rank: 1 } })).toBe(true);
    expect(check({ name: 'ab', rank: 1, parent: { name: 'c', rank: 1 } })).toBe(false);
  });

  it.each([
    ['defs', '#/$defs/Category', ['$ref', '$defs']],
    ['components', '#/components/schemas/Category', ['$ref', 'components']],
  ] as const)('puts classes into %s', (refs, $ref, members) => {
    const schema = jsonSchemaOf(Category, { refs });
    expect(schema.$ref).toBe($ref);
    expect(Object.keys(schema)).toEqual(members);
  });

  it('writes classes out', () => {
    expect(jsonSchemaOf(Category, { refs: 'inline' })).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2 },
        parent: { type: 'object', description: 'Recursive reference to Category' },
        rank: { type: ['integer', 'null'] },
      },
      required: ['name', 'rank'],
    });
  });

  it('writes OpenAPI 3.0', () => {
    expect(jsonSchemaOf(Category, { dialect: '3.0' })).toMatchObject({
      $ref: '#/components/schemas/Category',
      components: { schemas: { Category: { properties: { rank: { type: 'integer', nullable: true } } } } },
    });
  });

  it('throws for a wrong type in a property, naming it, unless someone listens', () => {
    expect(() => jsonSchemaOf(Broken)).toThrow(/^Broken\.odd: 5 is not a type\./);
    const heard: string[] = [];
    expect(
      jsonSchemaOf(Broken, { refs: 'inline', onDiagnostic: ({ code }) => heard.push(code) }),
    ).toMatchObject({
      type: 'object',
    });
    expect(heard).toContain('invalid-type');
  });
});
