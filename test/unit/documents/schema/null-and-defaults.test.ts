import 'reflect-metadata';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Expose, plainToInstance } from 'class-transformer';
import {
  IsBoolean,
  IsEmpty,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { ArrayOf, Default, jsonSchemaOf, type Constructor, type Schema } from '../../../../src/index.js';
import type { ValidationOptions as ValidationSettings } from '../../../../src/documents/model/validation-options.js';

function propertiesOf(target: Constructor, direction: 'input' | 'output', codes: string[] = []): unknown {
  const schema = jsonSchemaOf(target, { direction, onDiagnostic: ({ code }) => codes.push(code) });
  expect(() => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)).not.toThrow();
  const [own] = Object.values((schema as { $defs: Readonly<Record<string, Schema>> }).$defs);
  return own?.properties;
}

describe('null', () => {
  it('documents null for NaN and Infinity in a response', () => {
    class Measured {
      @IsNumber({ allowNaN: true }) one!: number;
      @ArrayOf(() => Number) @IsNumber({ allowInfinity: true }, { each: true }) all!: number[];
      @IsNumber() sure!: number;
    }
    const number = { type: 'number' };
    const orNull = { type: ['number', 'null'] };
    expect(propertiesOf(Measured, 'output')).toEqual({
      one: orNull,
      all: { type: 'array', items: orNull },
      sure: number,
    });
    expect(propertiesOf(Measured, 'input')).toEqual({
      one: number,
      all: { type: 'array', items: number },
      sure: number,
    });
  });

  it('documents null for an empty element', () => {
    class Cleared {
      @ArrayOf(() => String) @IsEmpty({ each: true }) all!: string[];
    }
    expect(propertiesOf(Cleared, 'input')).toMatchObject({
      all: { items: { anyOf: [{ type: 'string', const: '' }, { type: 'null' }] } },
    });
  });

  it('is documented if the validateIf option exempts it, as for @ValidateIf', () => {
    const unlessNull = { validateIf: (_: unknown, value: unknown) => value !== null } as ValidationOptions;
    class Maybe {
      @ValidateIf((_, value) => value !== null) @IsString() one!: string | null;
      @IsString(unlessNull) other!: string | null;
    }
    for (const direction of ['input', 'output'] as const)
      expect(propertiesOf(Maybe, direction)).toEqual({
        one: { type: ['string', 'null'] },
        other: { type: ['string', 'null'] },
      });
  });
});

describe('the initial value of a property with @Expose', () => {
  class Renamed {
    @Expose({ name: 'is_on' }) @IsBoolean() on = false;
  }
  class Exposed {
    @Expose() @IsOptional() @IsInt() on = 5;
  }
  class ForResponses {
    @Expose({ toPlainOnly: true }) @IsOptional() @IsInt() on = 5;
  }

  const defaultOf = (target: Constructor, validation: ValidationSettings): unknown => {
    const [own] = Object.values(jsonSchemaOf(target, { refs: 'inline', validation }).properties ?? {});
    return own!.default;
  };

  it.each<[new () => object, ValidationSettings, boolean]>([
    [Renamed, {}, false],
    [Exposed, {}, false],
    [ForResponses, {}, true],
    [Renamed, { exposeDefaultValues: true }, true],
    [Exposed, { exposeDefaultValues: true }, true],
    [Exposed, { exposeUnsetFields: false }, true],
  ])('is documented if class-transformer keeps it: %p under %j', (target, validation, isKept) => {
    const { exposeDefaultValues, exposeUnsetFields } = validation;
    const made = plainToInstance(
      target,
      {},
      {
        ...(exposeDefaultValues !== undefined && { exposeDefaultValues }),
        ...(exposeUnsetFields !== undefined && { exposeUnsetFields }),
      },
    ) as { on?: unknown };
    expect(made.on !== undefined).toBe(isKept);
    expect(defaultOf(target, validation) !== undefined).toBe(isKept);
  });
});

it('the present time is no default, since another instance has another one', () => {
  jest.useFakeTimers();
  try {
    class Entry {
      @IsNumber() at = Date.now();
      @IsNumber() seconds = Math.floor(Date.now() / 1000);
      @IsString() text = new Date().toISOString();
      @IsString() day = new Date().toISOString().slice(0, 10);
      @IsString() constant = '2001-02-03';
      @IsNumber() count = 3;
    }
    expect(propertiesOf(Entry, 'input')).toEqual({
      at: { type: 'number' },
      seconds: { type: 'number' },
      text: { type: 'string' },
      day: { type: 'string' },
      constant: { type: 'string', default: '2001-02-03' },
      count: { type: 'number', default: 3 },
    });
  } finally {
    jest.useRealTimers();
  }
});

it('a default of a wrong type is left out and reported', () => {
  class Paged {
    @IsOptional() @IsInt() @Default('x' as never) page?: number;
    @IsOptional() @IsInt() @Default('5' as never) size?: number;
    @ApiPropertyOptional({ type: Number, default: 'none' }) rest?: number;
  }
  const codes: string[] = [];
  expect(propertiesOf(Paged, 'input', codes)).toEqual({
    page: { type: 'integer' },
    size: { type: 'integer', default: 5 },
    rest: { type: 'number' },
  });
  expect(codes).toEqual(['invalid-default', 'invalid-default']);
});

it('a keyword of @ApiProperty decides the type if no other source does', () => {
  class Open {
    @ApiProperty({ minimum: 3 }) number!: unknown;
    @ApiProperty({ maxLength: 3 }) text!: unknown;
  }
  expect(propertiesOf(Open, 'output')).toEqual({
    number: { type: 'number', minimum: 3 },
    text: { type: 'string', maxLength: 3 },
  });
});
