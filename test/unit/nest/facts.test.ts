import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Expose } from 'class-transformer';
import { IsString } from 'class-validator';
import { Description, Optional, TypeOf } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
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

@Module({ controllers: [Cats] })
class Root {}

const string = { type: 'string' };
const number = { type: 'number' };

const FACTS: FactsFile = {
  facts: 1,
  typescript: '5.9.3',
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

test('a file of another form is refused', async () => {
  const app = await NestFactory.create(Root, { logger: false, preview: true });
  const config = { info: { title: 'Cats', version: '1.0.0' } };
  expect(() => nestDocs(app, { ...config, facts: {} })).toThrow('it is not a facts file');
  expect(() => nestDocs(app, { ...config, facts: { facts: 2 } })).toThrow('it has version 2 of the form');
  expect(() => nestDocs(app, { ...config, facts: './missing.json' })).toThrow(
    expect.objectContaining({ code: 'ERR_FACTS', message: expect.stringContaining('npx dtospec extract') }),
  );
});
