import {
  ApiExtension,
  ApiExtraModels,
  ApiHideProperty,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponseProperty,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  Validate,
  ValidateNested,
  validateSync,
  ValidatorConstraint,
} from 'class-validator';
import {
  Description,
  jsonSchemaOf,
  Model,
  Nullable,
  ReadOnly,
  TypeOf,
  type Constructor,
  type Finding,
  type Schema,
} from '../../../../src/index.js';

enum Size {
  Small = 'small',
  Large = 'large',
}

class Tag {
  @ApiProperty() label!: string;
}

class Dog {
  @ApiProperty({ enum: ['dog'] }) kind!: string;
}

function view(target: Constructor, direction: 'input' | 'output') {
  const findings: Finding[] = [];
  const schema = jsonSchemaOf(target, { direction, onDiagnostic: (one) => findings.push(one) });
  const name = (schema.$ref ?? '').split('/').at(-1) ?? '';
  const own = (schema as { readonly $defs?: Record<string, Schema> }).$defs?.[name] ?? schema;
  return { schema: own, findings: findings.filter(({ code }) => code !== 'looser-rule') };
}

/** The schema of the property `a`. */
function propertyOf(target: Constructor, direction: 'input' | 'output' = 'output'): Schema | undefined {
  return view(target, direction).schema.properties?.a;
}

function disagreements(target: Constructor): string[] {
  const { findings } = view(target, 'input');
  return findings.filter(({ code }) => code === 'contradicts-rules').map(({ message }) => message);
}

const thing = { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] };

describe('a property with @ApiProperty only', () => {
  const cases: [string, PropertyDecorator, Schema, unknown?][] = [
    ["the compiler's type", ApiProperty(), { type: 'string' }, String],
    ['a scalar', ApiProperty({ type: Number }), { type: 'number' }],
    ['a scalar by name', ApiProperty({ type: 'integer' }), { type: 'integer' }],
    ['a date', ApiProperty({ type: Date }), { type: 'string', format: 'date-time' }],
    ['a date by format', ApiProperty({ type: String, format: 'date' }), { type: 'string', format: 'date' }],
    [
      'a file',
      ApiProperty({ type: 'string', format: 'binary' }),
      { type: 'string', contentEncoding: 'base64' },
    ],
    ['an array', ApiProperty({ type: [String] }), { type: 'array', items: { type: 'string' } }],
    [
      'an array by flag',
      ApiProperty({ type: Number, isArray: true }),
      { type: 'array', items: { type: 'number' } },
    ],
    ['a class', ApiProperty({ type: Tag }), { $ref: '#/$defs/Tag' }],
    ['a thunk', ApiProperty({ type: () => Tag }), { $ref: '#/$defs/Tag' }],
    [
      'a thunk of an array',
      ApiProperty({ type: () => [Tag] }),
      { type: 'array', items: { $ref: '#/$defs/Tag' } },
    ],
    [
      'a thunk with a flag',
      ApiProperty({ type: () => Tag, isArray: true }),
      { type: 'array', items: { $ref: '#/$defs/Tag' } },
    ],
    ['an enum', ApiProperty({ enum: Size }), { type: 'string', enum: ['small', 'large'] }],
    ["an enum's values", ApiProperty({ enum: [1, 2] }), { type: 'integer', enum: [1, 2] }],
    ['an enum with a name', ApiProperty({ enum: Size, enumName: 'Size' }), { $ref: '#/$defs/Size' }],
    [
      'an array of an enum',
      ApiProperty({ enum: Size, enumName: 'Size', isArray: true }),
      { type: 'array', items: { $ref: '#/$defs/Size' } },
    ],
    [
      'an enum of a function',
      ApiProperty({ enum: () => Size }),
      { type: 'string', enum: ['small', 'large'] },
    ],
    [
      'alternatives',
      ApiProperty({ oneOf: [{ $ref: getSchemaPath(Tag) }, { type: 'string', nullable: true }] }),
      { oneOf: [{ $ref: '#/$defs/Tag' }, { type: ['string', 'null'] }] },
    ],
    [
      'an array of alternatives',
      ApiProperty({
        type: 'array',
        items: { anyOf: [{ $ref: getSchemaPath(Tag) }, { $ref: getSchemaPath(Dog) }] },
      }),
      { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Tag' }, { $ref: '#/$defs/Dog' }] } },
    ],
    [
      'a record',
      ApiProperty({ type: 'object', additionalProperties: { type: 'number' } }),
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    [
      'a record of classes',
      ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(Tag) } }),
      { type: 'object', additionalProperties: { $ref: '#/$defs/Tag' } },
    ],
    [
      'an object',
      ApiProperty({
        type: 'object',
        properties: { x: { type: 'string' } },
        required: ['x'],
        selfRequired: true,
      }),
      { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
    ],
    [
      'limits',
      ApiProperty({ type: Number, minimum: 1, maximum: 9, exclusiveMaximum: true, multipleOf: 2 }),
      { type: 'number', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
    ],
    [
      'lengths',
      ApiProperty({ type: String, minLength: 1, maxLength: 9, pattern: '^x' }),
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^x' },
    ],
    ['a pattern', ApiProperty({ type: String, pattern: /^x$/ as never }), { type: 'string', pattern: '^x$' }],
    [
      'an array with limits for its elements',
      ApiProperty({ type: [Number], minItems: 1, uniqueItems: true, minimum: 3 }),
      { type: 'array', items: { type: 'number', minimum: 3 }, minItems: 1, uniqueItems: true },
    ],
    ['null', ApiProperty({ type: String, nullable: true }), { type: ['string', 'null'] }],
    [
      'words',
      ApiProperty({
        type: String,
        title: 'T',
        description: 'D',
        deprecated: true,
        example: 'e',
        default: 'd',
      }),
      { type: 'string', title: 'T', description: 'D', deprecated: true, examples: ['e'], default: 'd' },
    ],
    ['examples', ApiProperty({ type: Number, examples: [1, 2] }), { type: 'number', examples: [1, 2] }],
    [
      'named examples',
      ApiProperty({ type: Number, examples: { one: { value: 1 }, two: { value: 2 } } as never }),
      { type: 'number', examples: [1, 2] },
    ],
    ["a response's", ApiResponseProperty({ type: String }), { type: 'string', readOnly: true }],
    ["a request's", ApiProperty({ type: String, writeOnly: true }), { type: 'string', writeOnly: true }],
  ];

  it.each(cases)('%s', (...[_title, decorator, schema, design]) => {
    @ApiExtraModels(Tag, Dog)
    class Thing {}
    if (design !== undefined) Reflect.defineMetadata('design:type', design, Thing.prototype, 'a');
    decorator(Thing.prototype, 'a');
    const side = schema.writeOnly === true ? 'input' : 'output';
    const { schema: whole, findings } = view(Thing, side);
    expect(findings).toEqual([]);
    expect(whole.properties).toEqual({ a: schema });
    expect(whole.required).toEqual(['a']);
  });

  it('is required by default', () => {
    class Thing {
      @ApiProperty() a!: string;
      @ApiPropertyOptional() b?: string;
      @ApiProperty({ required: false }) c?: string;
      @ApiProperty({
        type: 'object',
        properties: { x: { type: 'string' } },
        required: ['x'],
        selfRequired: false,
      } as never)
      d?: object;
      @ApiProperty() e = 'given';
    }
    expect(view(Thing, 'output').schema.required).toEqual(['a', 'e']);
    expect(view(Thing, 'input').schema.required).toEqual(['a']);
  });

  it('is optional in requests if whitelist removes it', () => {
    class Card {
      @IsString() code!: string;
      @ApiProperty() isOpen!: boolean;
    }
    const required = (direction: 'input' | 'output') =>
      jsonSchemaOf(Card, { direction, validation: { whitelist: true }, refs: 'inline' }).required;
    expect([required('input'), required('output')]).toEqual([['code'], ['code', 'isOpen']]);
  });

  it('is inherited, and can be overridden in a subclass', () => {
    class Base {
      @ApiProperty({ description: 'of the base' }) a!: string;
      @ApiProperty() b!: number;
    }
    class Thing extends Base {
      @ApiProperty({ description: 'of the class' }) declare a: string;
      @ApiProperty() c!: boolean;
    }
    expect(view(Thing, 'output').schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', description: 'of the class' },
        b: { type: 'number' },
        c: { type: 'boolean' },
      },
      required: ['a', 'b', 'c'],
    });
  });

  it('documents links to other sites in OpenAPI only', () => {
    class Thing {
      @ApiProperty({ externalDocs: { url: 'https://x.io' }, 'x-y': 1 } as never) a!: string;
    }
    expect(propertyOf(Thing)).toEqual({ type: 'string' });
  });

  it('stays in requests though it is readOnly, and leaves responses where it is writeOnly', () => {
    class Thing {
      @ApiResponseProperty() a!: string;
      @ApiProperty({ writeOnly: true }) b!: string;
    }
    expect(Object.keys(view(Thing, 'output').schema.properties ?? {})).toEqual(['a']);
    const { properties, required } = view(Thing, 'input').schema;
    expect(properties).toMatchObject({ a: { type: 'string', readOnly: true }, b: { writeOnly: true } });
    expect(required).toEqual(['b']);
  });
});

it.each<[string, PropertyDecorator[]]>([
  ['minLength', [IsString(), ApiProperty({ minLength: 0 })]],
  ['minItems', [IsArray(), ApiProperty({ type: [String], minItems: 0 })]],
  ['uniqueItems', [IsArray(), ApiProperty({ type: [String], uniqueItems: false })]],
  ['minProperties', [IsObject(), ApiProperty({ type: Object, minProperties: 0 })]],
])('a %s that limits nothing is not narrower than the rules', (_name, decorators) => {
  class Thing {}
  for (const decorate of decorators) decorate(Thing.prototype, 'a');
  const found = view(Thing, 'input').findings.map(({ code, message }) => `${code} ${message}`);
  expect(found).toEqual([]);
});

describe('documents narrower @ApiProperty options beside looser validators in both directions', () => {
  it.each<[string, PropertyDecorator[], Schema, RegExp]>([
    [
      'an enum that nothing checks',
      [IsString(), ApiProperty({ enum: Size })],
      { type: 'string', enum: ['small', 'large'] },
      /a type or an enum, which is documented/,
    ],
    [
      'whole numbers',
      [IsNumber(), ApiProperty({ type: 'integer' })],
      { type: 'integer' },
      /a type or an enum, which is documented/,
    ],
    [
      'a limit that nothing checks',
      [IsString(), ApiProperty({ maxLength: 5 })],
      { type: 'string', maxLength: 5 },
      /gives maxLength, which is documented, but validation accepts more/,
    ],
    [
      'a narrower limit',
      [IsString(), MaxLength(9), ApiProperty({ maxLength: 5 })],
      { type: 'string', maxLength: 5 },
      /gives maxLength/,
    ],
  ])('%s', (_title, decorators, schema, message) => {
    class Thing {}
    for (const decorate of decorators) decorate(Thing.prototype, 'a');
    expect(propertyOf(Thing, 'input')).toEqual(schema);
    expect(propertyOf(Thing, 'output')).toEqual(schema);
    const told = view(Thing, 'input').findings.filter(({ code }) => code === 'narrower-than-rules');
    expect(told.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
    expect(disagreements(Thing)).toEqual([]);
  });

  it('reads the method of nestjs-zod, which reads the schema from its class', () => {
    class ZodDto {
      static schema = { word: { required: true, type: () => String, description: 'of the schema' } };
      static _OPENAPI_METADATA_FACTORY(): object {
        return this.schema;
      }
    }
    class Thing extends ZodDto {}
    expect(view(Thing, 'input').schema).toMatchObject({
      properties: { word: { type: 'string', description: 'of the schema' } },
      required: ['word'],
    });
  });

  it('is not reported for options of the compiler plugin', () => {
    class Thing {
      static _OPENAPI_METADATA_FACTORY = () => ({
        a: { required: true, type: () => String, maxLength: 5 },
        b: { required: true, type: () => Number },
      });
      @IsOptional() @IsString() a?: string;
      @IsString() b!: number;
    }
    expect(disagreements(Thing)).toEqual([]);
    expect(view(Thing, 'input').findings.map(({ code }) => code)).not.toContain('narrower-than-rules');
  });
});

test('a pattern of the compiler plugin, with slashes and without flags, does not narrow what @Matches accepts', () => {
  class Thing {
    // What the plugin of @nestjs/swagger 11 writes.
    static _OPENAPI_METADATA_FACTORY = () => ({
      a: { required: true, type: () => String, pattern: '/^[a-z]+$/i' },
    });
    @IsString() @Matches(/^[a-z]+$/i) a!: string;
  }
  expect(validateSync(Object.assign(new Thing(), { a: 'Tom' }))).toEqual([]);
  for (const direction of ['input', 'output'] as const)
    expect(view(Thing, direction).schema.properties?.a).toEqual({ type: 'string', pattern: '^[a-zA-Z]+$' });
});

describe('our decorators come first', () => {
  it.each<[string, PropertyDecorator, Schema]>([
    ['@Description', Description('ours'), { type: 'string', description: 'ours', examples: ['e'] }],
    ['@TypeOf', TypeOf(() => Number), { type: 'number', description: 'theirs', examples: ['e'] }],
    ['@Nullable', Nullable(), { type: ['string', 'null'], description: 'theirs', examples: ['e'] }],
  ])('%s', (_name, decorator, schema) => {
    class Thing {
      @decorator @ApiProperty({ type: String, description: 'theirs', example: 'e' }) a: unknown;
    }
    expect(propertyOf(Thing)).toEqual(schema);
  });

  it('on a class, too', () => {
    @Model({ name: 'Ours' })
    @ApiSchema({ name: 'Theirs', description: 'What it is' })
    @ApiExtension('x-class', true)
    class Thing {
      @ApiProperty() label!: string;
    }
    class Holder {
      @ApiProperty() a!: Thing;
    }
    expect(propertyOf(Holder)).toEqual({ $ref: '#/$defs/Ours' });
    expect(view(Thing, 'output').schema).toMatchObject({ ...thing, description: 'What it is' });
  });
});

describe('reports nothing if validators and @ApiProperty agree, or one is more exact', () => {
  it.each<[string, PropertyDecorator[], Schema]>([
    ['a more exact rule', [IsInt(), Min(1), ApiProperty({ type: Number })], { type: 'integer', minimum: 1 }],
    [
      'a more exact enum',
      [IsEnum(Size), ApiProperty({ type: String })],
      { type: 'string', enum: ['small', 'large'] },
    ],
    [
      'a name for the enum',
      [IsEnum(Size), ApiProperty({ enum: Size, enumName: 'Size' })],
      { $ref: '#/$defs/Size' },
    ],
    [
      'a name for the elements',
      [IsEnum(Size, { each: true }), ApiProperty({ enum: Size, enumName: 'Size', isArray: true })],
      { type: 'array', items: { $ref: '#/$defs/Size' } },
    ],
    [
      'elements',
      [IsArray(), ApiProperty({ type: [Tag] })],
      { type: 'array', items: { $ref: '#/$defs/Tag' } },
    ],
    [
      'a class',
      [IsNotEmpty(), ValidateNested(), Type(() => Tag), ApiProperty({ type: Tag })],
      { $ref: '#/$defs/Tag' },
    ],
    [
      'the same limit',
      [IsString(), MaxLength(5), ApiProperty({ maxLength: 5 })],
      { type: 'string', maxLength: 5 },
    ],
    ['a format', [IsString(), ApiProperty({ format: 'password' })], { type: 'string', format: 'password' }],
    [
      'what travels before a @Transform',
      [Transform(({ value }) => String(value).split(',')), IsArray(), ApiProperty({ type: String })],
      { type: 'string' },
    ],
    ['a type where no rule tells one', [IsNotEmpty(), ApiProperty({ type: Number })], { type: 'number' }],
  ])('%s', (_title, decorators, schema) => {
    class Thing {}
    for (const decorate of decorators) decorate(Thing.prototype, 'a');
    const { findings } = view(Thing, 'input');
    expect(findings.filter(({ code }) => code !== 'nested-without-rules')).toEqual([]);
    expect(propertyOf(Thing, 'input')).toEqual(schema);
  });
});

describe('in responses', () => {
  it('@Allow() leaves the presence to @ApiProperty', () => {
    class Role {
      @Allow() @ApiProperty({ type: Number }) id!: number;
      @Allow() @ApiPropertyOptional({ type: String }) name?: string;
      @IsOptional() @ApiProperty({ type: String }) note?: string;
    }
    expect(view(Role, 'output').schema.required).toEqual(['id']);
    expect(view(Role, 'input').schema.required).toBeUndefined();
  });

  it('its type describes the result of a @Transform, even if it repeats the recorded type', () => {
    class Stored {
      @ApiProperty({ type: String })
      @Transform(({ value }) => `https://example.com/${String(value)}`, { toPlainOnly: true })
      path!: string;
      @Transform(({ value }) => String(value), { toPlainOnly: true }) @IsString() other!: string;
    }
    const { schema, findings } = view(Stored, 'output');
    expect(schema.properties?.path).toEqual({ type: 'string' });
    expect(findings.map(({ code, place }) => [code, place])).toEqual([
      ['transformed-response', 'Stored.other'],
    ]);
  });
});

describe('an invalid type', () => {
  class Filter {
    @ApiProperty({ type: IsInt, required: false }) @IsInt() a!: number;
    @ApiProperty({ type: [IsString] }) @IsString({ each: true }) b!: string[];
    @ApiProperty({ type: () => IsNumber }) c!: number;
    @ApiProperty({ type: IsInt, default: 0 }) @Transform(({ value }) => Number(value)) @IsInt() d!: number;
  }

  it.each(['input', 'output'] as const)('is a warning, and the other sources decide: %s', (direction) => {
    const { schema, findings } = view(Filter, direction);
    const { properties } = schema;
    expect(properties).toMatchObject({
      a: { type: 'integer' },
      b: { type: 'array', items: { type: 'string' } },
      c: { type: 'number' },
    });
    expect(JSON.stringify(properties)).not.toContain('$ref');
    const ignored = findings.filter(({ code }) => code === 'ignored-type');
    expect(ignored.map(({ place }) => place)).toEqual(['a', 'b', 'c', 'd'].map((key) => `Filter.${key}`));
    expect(ignored[0]?.message).toBe(
      'IsInt is a decorator, not a type. A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item), mapOf(Item), oneOf(A, B) or a JSON Schema object.',
    );
  });

  it('is an error of our own decorators', () => {
    class Page {
      @TypeOf(() => IsInt as never) size!: number;
    }
    expect(view(Page, 'input').findings).toMatchObject([{ code: 'invalid-type', place: 'Page.size' }]);
  });
});

describe('if they disagree, requests follow the validators, and the diagnostic names both', () => {
  @ValidatorConstraint()
  class IsPhone {
    validate() {
      return true;
    }
  }

  it.each<[string, PropertyDecorator[], Schema, Schema, RegExp]>([
    [
      'types',
      [IsInt(), ApiProperty({ type: String })],
      { type: 'integer' },
      { type: 'integer' },
      /says that it is a string, but .* take an integer/,
    ],
    [
      'an array',
      [IsString(), ApiProperty({ type: [String] })],
      { type: 'string' },
      { type: 'string' },
      /is an array \(a string\), but .* a string/,
    ],
    [
      'other values',
      [IsEnum(Size), ApiProperty({ enum: ['x'] })],
      { type: 'string', enum: ['small', 'large'] },
      { type: 'string', enum: ['small', 'large'] },
      /one of "x"/,
    ],
    [
      'a limit of elements',
      [IsString({ each: true }), ArrayMaxSize(2), ApiProperty({ type: [String], maxItems: 3 })],
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
      /maxItems: 3/,
    ],
    [
      'a wider limit',
      [IsString(), MaxLength(5), ApiProperty({ maxLength: 9 })],
      { type: 'string', maxLength: 5 },
      { type: 'string', maxLength: 5 },
      /says maxLength: 9, but the rules have maxLength: 5/,
    ],
    [
      'a keyword of another type',
      [IsString(), ApiProperty({ minimum: 3 })],
      { type: 'string' },
      { type: 'string' },
      /says minimum: 3, but the rules have no minimum/,
    ],
    [
      'another format',
      [IsEmail(), ApiProperty({ format: 'uuid' })],
      { type: 'string', format: 'email' },
      { type: 'string', format: 'email' },
      /the format "uuid"/,
    ],
    [
      'null',
      [IsString(), ApiProperty({ type: String, nullable: true })],
      { type: 'string' },
      { type: ['string', 'null'] },
      /may be null, but validation rejects null/,
    ],
    [
      'another class',
      [IsNotEmpty(), ValidateNested(), Type(() => Tag), ApiProperty({ type: Dog })],
      { $ref: '#/$defs/Tag' },
      { $ref: '#/$defs/Tag' },
      /it is Dog, but .* take Tag/,
    ],
  ])('%s', (_title, decorators, input, output, message) => {
    class Thing {}
    for (const decorate of decorators) decorate(Thing.prototype, 'a');
    expect(propertyOf(Thing, 'input')).toEqual(input);
    expect(propertyOf(Thing, 'output')).toEqual(output);
    expect(disagreements(Thing)).toEqual([expect.stringMatching(message)]);
  });

  it('reports a disagreement about presence', () => {
    class Thing {
      @IsOptional() @IsString() @ApiProperty() a?: string;
      @IsString() @ApiPropertyOptional() b!: string;
      @IsOptional() @IsString() @ApiPropertyOptional() c?: string;
      @IsString() @ApiProperty() d!: string;
    }
    expect(view(Thing, 'input').schema.required).toEqual(['b', 'd']);
    expect(view(Thing, 'output').schema.required).toEqual(['d']);
    expect(disagreements(Thing)).toEqual([
      expect.stringMatching(/is required.*accepts its absence/),
      expect.stringMatching(/may be left out, but validation rejects its absence/),
    ]);
  });

  it('a property that requests must have is required of them though it is readOnly', () => {
    class Thing {
      @IsString() @ApiProperty({ readOnly: true }) a!: string;
      @IsOptional() @IsString() @ApiPropertyOptional({ readOnly: true }) b?: string;
      @ApiProperty({ readOnly: true }) @ReadOnly() c?: string;
    }
    const { properties, required } = view(Thing, 'input').schema;
    expect(Object.keys(properties ?? {})).toEqual(['a', 'b']);
    expect(required).toEqual(['a']);
  });

  it('ignores a name that no library applies to the JSON', () => {
    class Thing {
      @ApiProperty({ name: 'first_name' }) a!: string;
      @Expose({ name: 'last_name' }) @ApiProperty({ name: 'last_name' }) b!: string;
    }
    expect(Object.keys(view(Thing, 'input').schema.properties ?? {})).toEqual(['a', 'last_name']);
    expect(disagreements(Thing)).toEqual([
      expect.stringMatching(/"first_name", but its name in JSON is "a"/),
    ]);
  });

  it('keeps the written keywords beside an unknown rule', () => {
    class Thing {
      @IsNotEmpty() @Validate(IsPhone) @ApiProperty({ type: String, pattern: '^\\+' }) a!: string;
    }
    expect(propertyOf(Thing, 'input')).toEqual({ type: 'string', minLength: 1, pattern: '^\\+' });
    expect(disagreements(Thing)).toEqual([]);
  });
});

describe('the compiler plugin', () => {
  class Thing {
    a!: string;
    b?: number[];
    @IsString() @ApiHideProperty() hidden!: string;
    @IsInt() @ApiProperty({ description: 'by hand' }) c!: number;
    @IsString() get shown() {
      return String(this.c);
    }
    static _OPENAPI_METADATA_FACTORY() {
      return {
        a: { required: true, type: () => String, description: 'from a comment' },
        b: { required: false, type: () => [Number], nullable: true },
        c: { required: true, type: () => Number, minimum: 1, description: 'of the plugin' },
      };
    }
  }

  it('lists the properties of a class, and leaves out those with @ApiHideProperty', () => {
    expect(view(Thing, 'output').schema).toMatchObject({
      properties: {
        a: { type: 'string', description: 'from a comment' },
        b: { type: ['array', 'null'], items: { type: 'number' } },
        c: { type: 'integer', minimum: 1, description: 'by hand' },
      },
      required: ['a', 'c'],
    });
    expect(Object.keys(view(Thing, 'output').schema.properties ?? {})).not.toContain('hidden');
  });

  it('leaves a union open, which the plugin lists as an object', () => {
    class Mixed {
      a!: string | number;
      @IsString() @ApiProperty() b!: unknown;
      static _OPENAPI_METADATA_FACTORY() {
        return { a: { required: true, type: () => Object }, b: { required: true, type: () => Object } };
      }
    }
    Reflect.defineMetadata('design:type', Object, Mixed.prototype, 'b');
    const { schema, findings } = view(Mixed, 'input');
    expect(schema.properties).toEqual({ a: {}, b: { type: 'string' } });
    expect(findings.map(({ code }) => code)).toEqual(['unknown-type']);
  });

  it('is inherited', () => {
    class Sub extends Thing {
      static override _OPENAPI_METADATA_FACTORY() {
        return {
          d: { required: true, type: () => Boolean },
          a: { required: false, type: () => String },
        } as never;
      }
    }
    expect(Object.keys(view(Sub, 'output').schema.properties ?? {}).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(view(Sub, 'output').schema.required).toEqual(['c', 'd']);
  });
});
