import { Body, Controller, Get, Module, Post, ValidationPipe, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Finding } from '../../../src/shared/diagnostics.js';
import type { OpenApiDocument } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { loadWithPlugin } from '../../support/nest/nest-plugin.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';

const FILES = ['books.dto.ts', 'books.controller.ts'].map((name) => `test/fixtures/nest/plugin/${name}`);

interface Made {
  readonly document: OpenApiDocument;
  readonly diagnostics: readonly Pick<Finding, 'code'>[];
}

/** Documents the application of a module; with @nestjs/swagger's document made before, or not at all. */
async function documentOf(module: Type, beside: boolean): Promise<Made> {
  const app = await NestFactory.create(module, { logger: false, preview: true });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  if (beside) SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const docs = nestDocs(app, { info: { title: 'Books', version: '1' } });
  const made = { document: docs.buildSpec(), diagnostics: docs.diagnostics({ notes: true }) };
  await app.close();
  return made;
}

describe('an application that the compiler plugin of @nestjs/swagger compiled', () => {
  let alone: Made;
  let beside: Made;

  beforeAll(async () => {
    const load = (name: string): Type => loadWithPlugin(name, FILES).BooksModule as Type;
    alone = await documentOf(load('alone'), false);
    beside = await documentOf(load('beside'), true);
  }, 60_000);

  it('is documented in full', async () => {
    await expectValidDocument(alone.document);
    const parameters = alone.document.paths['/books']?.get?.parameters as { name: string }[];
    expect(parameters.map(({ name }) => name).sort()).toEqual([
      'author',
      'byHand',
      'order',
      'page',
      'search',
    ]);
  });

  it('prefers the class to its base class', () => {
    expect(alone.document.components?.schemas).toMatchObject({ LateAuthor: { required: ['name', 'born'] } });
  });

  it('has the same document and diagnostics after SwaggerModule.createDocument', () => {
    expect(beside).toEqual(alone);
  });
});

describe('an application that swc compiled, with the metadata that the plugin wrote to a file', () => {
  class Book {
    title!: string;
    pages?: number;
  }
  @Controller('books')
  class BooksController {
    @Get() async list(): Promise<Book[]> {
      return Promise.resolve([]);
    }
    @Post() create(@Body() book: Book): void {
      expect(book).toBeDefined();
    }
  }
  @Module({ controllers: [BooksController] })
  class BooksModule {}

  it('has the properties and responses of that file', async () => {
    await SwaggerModule.loadPluginMetadata(async () =>
      Promise.resolve({
        '@nestjs/swagger': {
          models: [
            [
              Promise.resolve({ Book }),
              {
                Book: {
                  title: { required: true, type: () => String },
                  pages: { required: false, type: () => Number },
                },
              },
            ],
          ],
          controllers: [
            [
              Promise.resolve({ BooksController }),
              { BooksController: { list: { type: [Book] }, create: {} } },
            ],
          ],
        },
      }),
    );
    const { document, diagnostics } = await documentOf(BooksModule, false);
    expect(document.components?.schemas?.Book).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, pages: { type: 'number' } },
      required: ['title'],
    });
    const list = { type: 'array', items: { $ref: '#/components/schemas/Book' } };
    expect(document.paths['/books']?.get?.responses?.['200']).toMatchObject({
      content: { 'application/json': { schema: list } },
    });
    // The class has no rules of class-validator, so `whitelist` removes the members of a body.
    expect(diagnostics.map(({ code }) => code)).toEqual(['class-not-whitelisted']);
    expect(
      await new ValidationPipe({ transform: true, whitelist: true }).transform(
        { title: 'A' },
        { type: 'body', metatype: Book },
      ),
    ).toEqual({});
  });
});
