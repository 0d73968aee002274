import {
  Body,
  Controller,
  Get,
  type INestApplication,
  Module,
  Post,
  Query,
  UsePipes,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// Each ValidationPipe of a route validates: those of the application, the controller, the handler and the argument.

class Note {
  declare id: number;
  declare rank: number;
  declare text?: string;
  declare author?: string;
}
IsInt({ always: true })(Note.prototype, 'id');
IsInt()(Note.prototype, 'rank');
IsString({ groups: ['create'] })(Note.prototype, 'text');
IsString({ groups: ['update'] })(Note.prototype, 'author');

class Page {
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @IsInt() @Type(() => Number) page?: number;
}

/** Returns an application whose handler `POST /notes` has a second pipe. */
async function start(
  global: ValidationPipeOptions,
  own: ValidationPipeOptions,
): Promise<{ app: INestApplication; origin: string }> {
  @Controller()
  class Notes {
    @Post('notes')
    @UsePipes(new ValidationPipe(own))
    create(@Body() note: Note): string {
      return JSON.stringify(note);
    }
    @Get('notes')
    @UsePipes(new ValidationPipe(own))
    list(@Query() page: Page): string {
      return JSON.stringify(page);
    }
  }
  @Module({ controllers: [Notes] })
  class App {}
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe(global));
  await app.listen(0, '127.0.0.1');
  return { app, origin: await app.getUrl() };
}

const read = (app: INestApplication) => {
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  return { document: docs.buildSpec(), diagnostics: docs.diagnostics() };
};

const BODIES: readonly object[] = [
  { id: 1 },
  { id: 1, rank: 1 },
  { id: 1, text: 'a' },
  { id: 1, rank: 1, text: 'a' },
  { id: 1, rank: 1, author: 'b' },
  { id: 1, text: 'a', author: 'b' },
  { id: 1, rank: 1, text: 'a', author: 'b' },
  { id: 'x', rank: 1, text: 'a', author: 'b' },
  { rank: 1, text: 'a', author: 'b' },
  { id: 1, rank: 1, text: 'a', author: 'b', more: 1 },
];

test.each<[ValidationPipeOptions, ValidationPipeOptions]>([
  [{}, { groups: ['create'] }],
  [{ groups: ['create'] }, {}],
  [{ groups: ['create'] }, { groups: ['update'] }],
  [{ strictGroups: true }, { groups: ['update'] }],
  [{ strictGroups: true }, {}],
  [{ strictGroups: true }, { strictGroups: true }],
  [{ whitelist: true }, { whitelist: true, forbidNonWhitelisted: true }],
  [{ whitelist: true, forbidNonWhitelisted: true }, {}],
  [{ forbidNonWhitelisted: true }, { whitelist: true }],
  [{ skipMissingProperties: true }, {}],
])('pipes of %j and %j: accept what the document accepts', async (global, own) => {
  const { app, origin } = await start(global, own);
  const { document } = read(app);
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...document, $id: 'doc' } as object);
  const accepts = ajv.compile({
    $ref: 'doc#/paths/~1notes/post/requestBody/content/application~1json/schema',
  });
  const sent: unknown[] = [];
  for (const body of BODIES) {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${origin}/notes`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    sent.push([body, status === 201]);
  }
  expect(sent).toEqual(BODIES.map((body) => [body, accepts(body)]));
  await app.close();
});

test.each<[ValidationPipeOptions, ValidationPipeOptions, string[]]>([
  [{ skipMissingProperties: true }, {}, ['201', '400', '406', '413', '415', '422']],
  [{}, { transform: true }, ['201', '400', '406', '413', '415']],
])('the status of each pipe that rejects something: %j, %j', async (global, own, documented) => {
  const { app, origin } = await start(
    { errorHttpStatusCode: 406, ...global },
    { errorHttpStatusCode: 422, ...own },
  );
  const { document } = read(app);
  const sent = new Set<string>();
  for (const body of [...BODIES, {}]) {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${origin}/notes`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    sent.add(`${status}`);
  }
  // The others are those of the parser of bodies.
  const ofPipes = documented.filter((status) => !['400', '413', '415'].includes(status));
  expect([...sent].sort()).toEqual(ofPipes);
  expect(Object.keys(document.paths['/notes']!.post!.responses)).toEqual(documented);
  await app.close();
});

test('a later pipe that would convert a text comes too late', async () => {
  const converts = { transform: true, transformOptions: { enableImplicitConversion: true } };
  const { app, origin } = await start({ transform: true }, converts);
  const { diagnostics } = read(app);
  expect((await fetch(`${origin}/notes?size=1`)).status).toBe(400);
  expect(diagnostics).toEqual([expect.objectContaining({ code: 'text-rejected', places: ['Page.size'] })]);
  await app.close();
});

test('reports a pipe that rejects members by other groups than the rules of another pipe', async () => {
  const { app, origin } = await start(
    {},
    { groups: ['create'], whitelist: true, forbidNonWhitelisted: true },
  );
  const { diagnostics } = read(app);
  const body = JSON.stringify({ id: 1, rank: 1, text: 'a', author: 'b' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/notes`, { method: 'POST', headers, body })).status).toBe(400);
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ code: 'unread-validation', places: ['Notes.create', 'Notes.list'] }),
  );
  await app.close();
});
