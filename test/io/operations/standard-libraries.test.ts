import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { Body, Controller, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBody, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import type { OpenApiDocument } from '../../../src/index.js';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';
import { Hono } from 'hono';
import { standardSchema } from '../../../src/index.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';

const root = path.resolve(__dirname, '../../..');

class Line {
  @IsString() sku!: string;
  @IsInt() @Min(1) quantity!: number;
}

class Category {
  @IsString() name!: string;
  @ValidateNested({ each: true }) @Type(() => Category) children!: Category[];
}

class NewOrder {
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @ValidateNested() @Type(() => Category) category!: Category;
}

const order = standardSchema(NewOrder);
const category = standardSchema(Category);

const valid = { lines: [{ sku: 'L', quantity: 1 }], category: { name: 'A', children: [] } };
const invalid = { ...valid, lines: [{ sku: 'L', quantity: 0 }] };

const line = {
  type: 'object',
  properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
  required: ['sku', 'quantity'],
};

const ofCategory = (reference: string): object => ({
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: reference } } },
  required: ['name'],
});

/** Returns the schema of the body of `POST /orders`. */
function bodyOf({ paths }: { readonly paths?: object }, path = '/orders'): unknown {
  const body = (paths as OpenApiDocument['paths'])[path]?.post?.requestBody;
  const { content } = body as { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  return content['application/json']?.schema;
}

beforeAll(prepareLibraries, 300_000);

test('hono-openapi documents and validates a class', async () => {
  interface HonoOpenApi {
    loadVendor(vendor: string, converters: object): void;
    validator(target: 'json', schema: unknown): never;
    describeRoute(route: object): never;
    generateSpecs(app: Hono, options: object): Promise<OpenApiDocument>;
  }
  const { loadVendor, validator, describeRoute, generateSpecs } =
    await importLibrary<HonoOpenApi>('hono-openapi');
  loadVendor('dtospec', {
    toJSONSchema: (schema: typeof order) => schema['~standard'].jsonSchema.input({ target: 'openapi-3.0' }),
  });
  const app = new Hono();
  const described = describeRoute({ responses: { 200: { description: 'OK' } } });
  app.post('/orders', described, validator('json', order), (context) => context.json({}));
  app.post('/categories', described, validator('json', category), (context) => context.json({}));
  const info = { title: 'Orders', version: '1' };
  const document = await generateSpecs(app, { documentation: { info } });
  const reference = { $ref: '#/components/schemas/Category' };
  expect(bodyOf(document)).toMatchObject({ properties: { category: reference } });
  expect(bodyOf(document, '/categories')).toEqual(ofCategory('#/components/schemas/Category'));
  expect(document.components?.schemas?.Category).toEqual(ofCategory('#/components/schemas/Category'));
  await expectValidDocument(document);
  const post = async (body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const sent = await app.request('/orders', { method: 'POST', headers, body: JSON.stringify(body) });
    return sent.status;
  };
  expect([await post(valid), await post(invalid)]).toEqual([200, 400]);
});

test('oRPC documents and validates a class', async () => {
  const folder = path.join(root, 'build/libraries/orpc');
  // Jest cannot load its modules.
  buildSync({
    entryPoints: [path.join(root, 'test/tools/libraries/orpc.mjs')],
    outfile: path.join(folder, 'program.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    define: { __filename: 'import.meta.filename' },
    logLevel: 'error',
  });
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder });
  const { document, called, refused } = JSON.parse(printed.toString()) as {
    readonly document: OpenApiDocument;
    readonly called: boolean;
    readonly refused: string;
  };
  expect(bodyOf(document)).toEqual({
    type: 'object',
    properties: { lines: { type: 'array', items: line } },
  });
  await expectValidDocument(document);
  expect([called, refused]).toEqual([true, 'BAD_REQUEST']);
});

test('@nestjs/swagger 12 documents and validates a class', async () => {
  @Controller('orders')
  class OrdersController {
    @Post() create(@Body({ schema: order } as never) given: NewOrder): boolean {
      return given instanceof NewOrder;
    }
    @Post('categories') @ApiBody({ schema: category } as never) category(): string {
      return '';
    }
  }
  @Module({ controllers: [OrdersController] })
  class OrdersModule {}
  const app = await NestFactory.create(OrdersModule, { logger: false });
  app.useGlobalPipes(new StandardSchemaValidationPipe());
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build()) as OpenApiDocument;
  expect(bodyOf(document)).toEqual({
    type: 'object',
    properties: {
      lines: { type: 'array', items: line },
      category: { $ref: '#/components/schemas/Category' },
    },
  });
  expect(document.components?.schemas?.Category).toEqual(ofCategory('#/components/schemas/Category'));
  await app.listen(0, '127.0.0.1');
  const post = async (body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const url = `${await app.getUrl()}/orders`;
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  expect([await post(valid), await post(invalid)]).toEqual([201, 400]);
  await app.close();
});
