import { Controller, Get, Module, ParseIntPipe, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { Description, Docs, jsonSchemaOf, Optional, Returns, TypeOf } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import type { Finding } from '../../../src/shared/diagnostics.js';
import type { FactsFile } from '../../../src/documents/model/facts/facts-file.js';

class Page<T> {
  @Expose() total!: number;
  items!: T[];
}

class Cat {
  @IsString() @Description('By decorator') name!: string;
  @TypeOf(() => String) age!: unknown;
  @Optional() @Expose() weight!: number;
}

/** dtospec finds no class with its own decorators only. */
class Unknown {
  @Description('x') a!: string;
}

@Controller()
class Cats {
  @Get('page')
  page(): Promise<Page<Cat>> {
    return undefined as never;
  }

  @Get('cat')
  cat(): Promise<Cat> {
    return undefined as never;
  }

  @Get('user')
  user(): Promise<unknown> {
    return undefined as never;
  }

  @Get('unknown')
  unknown(): Promise<Unknown> {
    return undefined as never;
  }
}

class Named {
  @IsString() name!: string;
}

@Controller('said')
class Said {
  @Get('same') @Returns(Cat) same(): void {
    return undefined;
  }
  @Get('wider') @Returns(Named) wider(): void {
    return undefined;
  }
  @Get('list') @Returns([Named]) list(): void {
    return undefined;
  }
  @Get('lacks') @Returns(Cat) lacks(): void {
    return undefined;
  }
  @Get('nothing') @Returns(Named) nothing(): void {
    return undefined;
  }
  @Get('bodiless') @Returns(null) bodiless(): void {
    return undefined;
  }
  @Get('inside') @Returns([Named]) inside(): void {
    return undefined;
  }
  @Get('either') @Returns(Named) either(): void {
    return undefined;
  }
  @Get('text') text(): void {
    return undefined;
  }
  @Get('paged') paged(@Query('page') _: number): void {
    return undefined;
  }
  @Get('parsed') parsed(@Query('page', ParseIntPipe) _: number): void {
    return undefined;
  }
  @Get('mixed') mixed(): void {
    return undefined;
  }
}

@Module({ controllers: [Cats] })
class Root {}

@Module({ controllers: [Said] })
class SaidModule {}

const string = { type: 'string' };
const number = { type: 'number' };

const FACTS: FactsFile = {
  facts: 1,
  typescript: '5.9.3',
  strictNulls: true,
  sources: { 'src/cats.ts': 'anything' },
  handlers: {
    'src/cats.ts#Cats': {
      page: { answer: { schema: { $ref: 'src/cats.ts#PageOfCat' } } },
      cat: { answer: { schema: { $ref: 'src/cats.ts#Cat' } } },
      user: { answer: { entity: 'User (typeorm)' } },
      unknown: { answer: { schema: { $ref: 'src/cats.ts#Unknown' } } },
    },
    // Another controller of this name has other methods.
    'src/other.ts#Cats': { other: { answer: { nothing: true } } },
  },
  operations: {},
  types: {
    'src/cats.ts#PageOfCat': {
      name: 'PageOfCat',
      class: 'Page',
      decorated: true,
      members: {
        total: { schema: number, required: true },
        items: { schema: { type: 'array', items: { $ref: 'src/cats.ts#Cat' } }, required: true },
      },
    },
    'src/cats.ts#Page': {
      name: 'Page',
      class: 'Page',
      decorated: true,
      members: { total: { schema: number, required: true }, items: { schema: {} } },
    },
    'src/cats.ts#Cat': {
      name: 'Cat',
      class: 'Cat',
      decorated: true,
      description: 'By comment',
      members: {
        name: { schema: number, description: 'By comment' },
        age: { schema: number, required: true },
        weight: { schema: number, required: true, nullable: true },
      },
    },
    // Of another file, with other properties.
    'src/other.ts#Cat': {
      name: 'Cat',
      class: 'Cat',
      decorated: true,
      members: { lives: { schema: number } },
    },
    'src/cats.ts#Unknown': {
      name: 'Unknown',
      class: 'Unknown',
      decorated: true,
      members: { a: { schema: string, required: true } },
    },
  },
};

test('facts fill what decorators and rules leave open', async () => {
  const app = await NestFactory.create(Root, { logger: false, preview: true });
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1.0.0' }, facts: { ...FACTS } });
  const { paths, components } = docs.buildSpec();
  expect(components?.schemas).toEqual({
    PageOfCat: {
      type: 'object',
      properties: { total: number, items: { type: 'array', items: { $ref: '#/components/schemas/Cat' } } },
      required: ['total', 'items'],
    },
    Cat: {
      type: 'object',
      description: 'By comment',
      properties: {
        name: { ...string, description: 'By decorator' },
        age: string,
        weight: number,
      },
      required: ['name', 'age'],
    },
  });
  expect(paths['/unknown']?.get?.responses?.[200]).not.toHaveProperty('content');
  expect(docs.diagnostics().map(({ code, places, message }) => [code, places, message])).toEqual(
    expect.arrayContaining([
      ['entity-response', ['Cats.user'], expect.stringContaining('It returns User (typeorm)')],
      ['fact-without-class', ['Cats.unknown'], expect.stringContaining('src/cats.ts#Unknown')],
    ]),
  );
});

test('facts say whether a property may be absent where @ApiProperty does not', () => {
  class Swaggered {
    @ApiProperty() a!: string;
    @ApiProperty() b!: string;
    @ApiProperty({ required: true, nullable: false }) c!: string;
    @ApiPropertyOptional() d!: string;
  }
  const member = { schema: string, nullable: true as const };
  const members = { a: { schema: string, required: true as const }, b: member, c: member, d: member };
  const type = { name: 'Swaggered', class: 'Swaggered', decorated: true as const, members };
  const facts: FactsFile = { ...FACTS, types: { 'src/swaggered.ts#Swaggered': type } };
  new Docs({ info: { title: 'Swaggered', version: '1.0.0' }, facts: { ...facts } });
  expect(jsonSchemaOf(Swaggered, { direction: 'output', refs: 'inline' })).toEqual({
    type: 'object',
    properties: { a: string, b: { type: ['string', 'null'] }, c: string, d: string },
    required: ['a', 'c'],
  });
});

test('a contradiction of @ApiProperty and the rules is told with facts, too', () => {
  class Contradicted {
    @ApiProperty() @IsOptional() @IsString() absent!: string;
    @ApiProperty() @IsOptional() @IsString() typed?: string;
    @ApiPropertyOptional() @IsString() optional!: string;
    @ApiProperty({ nullable: true }) @IsString() nullable!: string;
    @ApiProperty({ type: Number }) @IsString() number!: string;
    @ApiProperty() @IsString() rejected?: string;
  }
  const required = { schema: string, required: true as const };
  const members = {
    absent: required,
    typed: { schema: string },
    optional: required,
    nullable: required,
    number: required,
    rejected: { schema: string },
  };
  const type = { name: 'Contradicted', class: 'Contradicted', decorated: true as const, members };
  const facts: FactsFile = { ...FACTS, types: { 'src/contradicted.ts#Contradicted': type } };
  new Docs({ info: { title: 'Contradicted', version: '1.0.0' }, facts: { ...facts } });
  const told: string[] = [];
  const onDiagnostic = ({ code, place }: Finding): void => {
    if (code === 'contradicts-rules') told.push(place);
  };
  jsonSchemaOf(Contradicted, { onDiagnostic });
  expect(told).toEqual(['absent', 'optional', 'nullable', 'number'].map((name) => `Contradicted.${name}`));
});

test('a decorator that says another type than the code is told, with both types', async () => {
  const cat = { $ref: 'src/cats.ts#Cat' };
  const page = { type: 'object', properties: { page: number, name: string }, required: ['page'] };
  const title = { $ref: 'src/said.ts#Titled' };
  const facts: FactsFile = {
    ...FACTS,
    handlers: {
      'src/said.ts#Said': {
        same: { answer: { schema: cat } },
        wider: { answer: { schema: cat } },
        list: { answer: { schema: cat } },
        lacks: { answer: { schema: title } },
        nothing: { answer: { nothing: true } },
        bodiless: { answer: { schema: cat } },
        inside: { answer: { schema: { type: 'array', items: title } } },
        either: { answer: { schema: { anyOf: [title, cat] } } },
        paged: { answer: { schema: page } },
        parsed: { answer: { schema: page } },
        text: { answer: { schema: { type: 'string', format: 'date-time' } } },
        mixed: { answer: { schema: { type: ['string', 'number'] }, scalars: ['string', 'number'] } },
      },
    },
    types: {
      ...FACTS.types,
      'src/said.ts#Titled': { name: 'Titled', members: { title: { schema: string, required: true } } },
    },
  };
  const app = await NestFactory.create(SaidModule, { logger: false, preview: true });
  const docs = nestDocs(app, { info: { title: 'Said', version: '1.0.0' }, facts: { ...facts } });
  const found = docs.diagnostics().filter(({ code }) => code === 'response-contradicts-type');
  expect(Object.fromEntries(found.map(({ places: [place], message }) => [place, message]))).toEqual({
    'Said.list':
      'A decorator documents a list of Named, but the code returns Cat: the value is documented as array, and is object in the code. Correct the decorator, or return what it documents.',
    'Said.lacks': expect.stringContaining(
      'documents Cat, but the code returns Titled: the value has no name in the code, which the document requires.',
    ),
    'Said.nothing': expect.stringContaining('documents Named, but the code returns nothing'),
    'Said.bodiless': expect.stringContaining('documents no body, but the code returns Cat'),
    'Said.inside': expect.stringContaining('an item of the value has no name in the code'),
  });
  const { paths } = docs.buildSpec();
  const contentOf = (route: string): object =>
    (paths[`/said/${route}`]?.get?.responses?.[200] as { content?: object } | undefined)?.content ?? {};
  expect(contentOf('bodiless')).toEqual({});
  // The platform sends a scalar as text, and a Date as JSON.
  expect(Object.keys(contentOf('text'))).toEqual(['application/json']);
  // Without a pipe, the number of a query is a text.
  expect(contentOf('parsed')).toEqual({ 'application/json': { schema: page } });
  expect(contentOf('paged')).toEqual({
    'application/json': { schema: { ...page, properties: { page: {}, name: string } } },
  });
  expect(Object.keys(contentOf('mixed'))).toEqual(['text/html']);
});

test('a file of another form is refused', async () => {
  const app = await NestFactory.create(Root, { logger: false, preview: true });
  const config = { info: { title: 'Cats', version: '1.0.0' } };
  expect(() => nestDocs(app, { ...config, facts: {} })).toThrow('it is not a facts file');
  expect(() => nestDocs(app, { ...config, facts: { facts: 2 } })).toThrow('it has version 2 of the form');
  expect(() => nestDocs(app, { ...config, facts: './missing.json' })).toThrow(
    expect.objectContaining({ code: 'ERR_FACTS', message: expect.stringContaining('npx dtospec extract') }),
  );
});
