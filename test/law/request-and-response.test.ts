import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsDate, IsInt, IsNumber, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Default, Nullable, OneOf, ReadOnly, TypeOf, WriteOnly } from '../../src/index.js';
import { plainView } from '../../src/documents/model/class-model.js';
import { resolveValidation, type ValidationOptions } from '../../src/documents/model/validation-options.js';
import { createSchemaCompiler } from '../../src/documents/schema/schema-compiler.js';
import type { Constructor } from '../../src/shared/types.js';
import { ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { OPTION_SETS } from './classes/option-sets.js';
import { generateTwins } from './fresh-process/similar-classes.js';
import { cases } from './corpus/cases.js';

/** Documents the request and the response of a class, in either order. */
function documented(
  target: Constructor,
  validation: ValidationOptions,
  order: readonly ('input' | 'output')[],
) {
  const findings = new Set<string>();
  const compiler = createSchemaCompiler({
    inlineSchemas: false,
    nullableOptional: false,
    validation: resolveValidation(validation),
    formats: 'all',
    openapi: true,
    report: ({ code, place, message }) => findings.add(`${code} ${place} ${message}`),
  });
  const made = new Map(
    order.map((direction) => [direction, compiler.schemaOf(target, plainView(direction), 'here')] as const),
  );
  const document = compiler.finish({ request: made.get('input'), response: made.get('output') });
  return { document, findings: [...findings].sort() };
}

function expectOneDocument(target: Constructor, validation: ValidationOptions = {}): void {
  const responseFirst = documented(target, validation, ['output', 'input']);
  expect(documented(target, validation, ['input', 'output'])).toEqual(responseFirst);
}

describe('the document of a response does not depend on the request, which is compiled before or after', () => {
  const classes = [...new Set([...cases.map(({ target }) => target), ...[0, 1].flatMap(generateTwins)])];

  it.each(classes.map((target, index) => [target.name, target, index] as const))('%s', (_, target, index) => {
    expectOneDocument(target);
    expectOneDocument(target, OPTION_SETS[index % OPTION_SETS.length]);
  });
});

describe('a property that differs between requests and responses', () => {
  const zod = z.object({ at: z.string().default('now') });

  class Inner {
    @IsString() text!: string;
    @IsInt() @ReadOnly() id!: number;
  }
  class Cat {
    @IsString() kind!: string;
  }
  class Dog {
    @IsString() kind!: string;
  }

  class Plain {
    @IsString() a!: string;
  }
  class Initial extends Plain {
    @IsInt() count = 3;
  }
  class InitialNull extends Plain {
    @IsOptional() @IsInt() count: number | null = null;
  }
  class ReadOnlyOne extends Plain {
    @IsInt() @ReadOnly() id!: number;
  }
  class WriteOnlyOne extends Plain {
    @IsString() @WriteOnly() password!: string;
  }
  class NullableOne extends Plain {
    @IsInt() @Nullable() count!: number;
  }
  class Defaulted extends Plain {
    @IsInt() @Default(3) count!: number;
  }
  class ApiOne extends Plain {
    @IsInt() @ApiProperty({ minimum: 3, required: false }) count!: number;
  }
  class Accessor extends Plain {
    @IsString() get b(): string {
      return this.a;
    }
    set b(value: string) {
      this.a = value;
    }
  }
  class Exposed extends Plain {
    @IsInt() @Expose({ name: 'n' }) count!: number;
  }
  class Excluded extends Plain {
    @IsOptional() @IsInt() @Exclude({ toPlainOnly: true }) count?: number;
  }
  class Transformed extends Plain {
    @IsInt() @Transform(({ value }) => String(value), { toPlainOnly: true }) count!: number;
  }
  class NotANumber extends Plain {
    @IsNumber({ allowNaN: true }) count!: number;
  }
  class Dated extends Plain {
    @IsDate() @Type(() => Date) at!: Date;
  }
  class OfZod extends Plain {
    @TypeOf(() => zod) z!: unknown;
  }
  @OneOf(() => [Plain, zod])
  class Union {}
  class Nested extends Plain {
    @ValidateNested() @Type(() => Inner) inner!: Inner;
    @ValidateNested({ each: true }) @Type(() => Inner) list!: Inner[];
  }
  class Pets extends Plain {
    @OneOf(() => [Cat, Dog], { discriminator: 'kind' } as never) pet!: Cat | Dog;
  }
  class TypedPets extends Plain {
    @ValidateNested()
    @Type(() => Cat, {
      discriminator: {
        property: 'kind',
        subTypes: [
          { name: 'cat', value: Cat },
          { name: 'dog', value: Dog },
        ],
      },
    })
    pet!: Cat | Dog;
  }

  it.each(
    [
      ...[
        Plain,
        Initial,
        InitialNull,
        ReadOnlyOne,
        WriteOnlyOne,
        NullableOne,
        Defaulted,
        ApiOne,
        Accessor,
        Exposed,
      ],
      ...[Excluded, Transformed, NotANumber, Dated, OfZod, Union, Nested, Pets, TypedPets],
    ].map((target) => [target.name, target] as const),
  )('%s', (_, target) => {
    for (const options of [{ closed: true }, ...OPTION_SETS]) expectOneDocument(target, options);
  });
});
