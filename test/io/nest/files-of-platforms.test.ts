import {
  Body,
  Controller,
  type INestApplication,
  Module,
  ParseFilePipe,
  Post,
  UploadedFile,
  UploadedFiles,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import * as express from '@nestjs/platform-express';
import * as fastify from '@nestjs/platform-fastify';
import { IsOptional, IsString } from 'class-validator';
import { Returns, type OpenApiDocument, type Schema } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';

beforeAll(prepareLibraries, 300_000);

class Note {
  @IsOptional() @IsString() note?: string;
}

type Decorate = (...pipes: readonly object[]) => ParameterDecorator;
type Interceptors = Pick<
  typeof express,
  | 'FileInterceptor'
  | 'FilesInterceptor'
  | 'FileFieldsInterceptor'
  | 'AnyFilesInterceptor'
  | 'NoFilesInterceptor'
>;

interface Platform {
  readonly interceptors: Interceptors;
  readonly start: (module: object) => Promise<INestApplication>;
}

const QUIET = { logger: false } as const;

const PLATFORMS: Readonly<Record<string, Platform>> = {
  'Nest on Express': {
    interceptors: express,
    start: (module) => NestFactory.create(module as never, new express.ExpressAdapter(), QUIET),
  },
  'Nest on Fastify, with its own interceptors': {
    interceptors: fastify as never,
    start: async (module) => {
      const adapter = new fastify.FastifyAdapter({ multipart: false } as object);
      const app = await NestFactory.create<fastify.NestFastifyApplication>(module as never, adapter, QUIET);
      const { default: multipart } = await importLibrary<{ default: never }>('@fastify/multipart');
      await app.register(multipart);
      return app;
    },
  },
};

interface Row {
  readonly take: Decorate | undefined;
  readonly use: (one: Interceptors) => unknown;
  /** The fields of files; a field that ends with `s` has a list. */
  readonly names: readonly string[];
  /** The most files of a field. */
  readonly most?: number;
}

const file = UploadedFile as Decorate;
const files = UploadedFiles as Decorate;

const ROWS: Readonly<Record<string, Row>> = {
  'one file': { take: file, use: (one) => one.FileInterceptor('file'), names: ['file'], most: 1 },
  files: { take: files, use: (one) => one.FilesInterceptor('files'), names: ['files'] },
  'two files': { take: files, use: (one) => one.FilesInterceptor('files', 2), names: ['files'], most: 2 },
  'a list of one': { take: files, use: (one) => one.FilesInterceptor('files', 1), names: ['files'], most: 1 },
  fields: {
    take: files,
    use: (one) => one.FileFieldsInterceptor([{ name: 'avatar', maxCount: 1 }, { name: 'docs' }]),
    names: ['avatar', 'docs'],
  },
  'any fields': { take: files, use: (one) => one.AnyFilesInterceptor(), names: [] },
  'no files': { take: undefined, use: (one) => one.NoFilesInterceptor(), names: [] },
};

const PIPES = {
  'no pipe': [],
  'a ParseFilePipe': [new ParseFilePipe()],
  'an optional ParseFilePipe': [new ParseFilePipe({ fileIsRequired: false })],
} as const;

function controllerOf(use: unknown, take: Decorate | undefined, pipes: readonly object[]): new () => object {
  @Controller('form')
  class Forms {
    @Post()
    @Returns(Object)
    @UseInterceptors(use as never)
    upload(received: object | undefined, @Body() { note }: Note): object {
      return { note, received: Object.keys(received ?? {}).length };
    }
  }
  take?.(...pipes)(Forms.prototype, 'upload', 0);
  return Forms;
}

function formIn({ paths, components }: OpenApiDocument): { required: boolean; schema: Schema } {
  const { required = false, content } = paths['/form']!.post!.requestBody as {
    required?: boolean;
    content: Record<string, { schema: Schema }>;
  };
  const { schema = {} } = content['multipart/form-data'] ?? {};
  const name = schema.$ref?.split('/').at(-1);
  return { required, schema: name === undefined ? schema : components!.schemas![name]! };
}

describe.each(Object.entries(PLATFORMS))('%s', (_, { interceptors, start }) => {
  const rows = Object.keys(ROWS).flatMap((row) => Object.keys(PIPES).map((pipe) => [row, pipe] as const));

  test.each(rows)('%s with %s', async (name, pipe) => {
    const { take, use, names, most } = ROWS[name]!;
    class App {}
    const controllers = [controllerOf(use(interceptors), take, PIPES[pipe as keyof typeof PIPES])];
    Module({ controllers })(App);
    const app = await start(App);
    app.useGlobalPipes(new ValidationPipe({ transform: true }));
    const docs = nestDocs(app, { info: { title: 'Files', version: '1' } });
    const { schema, required } = formIn(docs.buildSpec());
    await app.listen(0, '127.0.0.1');
    const url = `${(await app.getUrl()).replace('[::1]', '127.0.0.1')}/form`;
    const send = async (fields: readonly string[] | undefined): Promise<number> => {
      const form = new FormData();
      form.append('note', 'x');
      for (const field of fields ?? []) form.append(field, new Blob(['x'], { type: 'text/plain' }), 'a.txt');
      const response = await fetch(url, { method: 'POST', ...(fields && { body: form }) });
      if (response.status === 201 && fields !== undefined)
        expect(await response.json()).toMatchObject({ note: 'x' });
      return response.status;
    };
    try {
      expect(await send(names)).toBe(names.length === 0 && pipe === 'a ParseFilePipe' && take ? 400 : 201);
      expect(Object.keys(schema.properties ?? {})).toEqual(['note', ...names]);
      for (const field of names) {
        const others = names.filter((other) => other !== field);
        const isRequired = (await send(others)) === 400;
        expect([field, schema.required?.includes(field) ?? false]).toEqual([field, isRequired]);
        const { type, maxItems } = schema.properties![field]!;
        // One file and a list of one are sent alike.
        if (most !== 1) expect([field, type]).toEqual([field, field.endsWith('s') ? 'array' : 'string']);
        const documented = type === 'array' ? maxItems : 1;
        expect([field, documented]).toEqual([field, field === 'avatar' ? 1 : most]);
        if (documented !== undefined)
          expect(await send([...others, ...Array<string>(documented + 1).fill(field)])).toBe(400);
      }
      expect(await send(['unknown'])).toBe(name === 'any fields' ? 201 : 400);
      expect(required).toBe((await send(undefined)) === 400);
      expect(docs.diagnostics().map(({ code }) => code)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

// fastify-multer 2.0.3, which the library needs, does not start with Fastify 5.12: its media type is 'multipart'.
test.each(Object.entries(ROWS))('%s of @nest-lab/fastify-multer is documented alike', async (_, row) => {
  const library = await importLibrary<Interceptors>('@nest-lab/fastify-multer');
  const documents = [library, express].map(async (interceptors) => {
    class App {}
    Module({ controllers: [controllerOf(row.use(interceptors), row.take, PIPES['a ParseFilePipe'])] })(App);
    const app = await NestFactory.create(App, new fastify.FastifyAdapter(), QUIET);
    const docs = nestDocs(app, { info: { title: 'Files', version: '1' }, validation: {} });
    expect(docs.diagnostics()).toEqual([]);
    const document = docs.buildSpec();
    await app.close();
    return document;
  });
  const [ofLibrary, ofNest] = await Promise.all(documents);
  expect(ofLibrary).toEqual(ofNest);
});

it('reports FileStreamInterceptor, whose field is unknown', async () => {
  class Uploads {
    upload(): string {
      return 'x';
    }
  }
  const { FileStreamInterceptor } = fastify;
  const descriptor = Object.getOwnPropertyDescriptor(Uploads.prototype, 'upload')!;
  Controller('form')(Uploads);
  Post()(Uploads.prototype, 'upload', descriptor);
  UseInterceptors(FileStreamInterceptor('file'))(Uploads.prototype, 'upload', descriptor);
  UploadedFile()(Uploads.prototype, 'upload', 0);
  class App {}
  Module({ controllers: [Uploads] })(App);
  const adapter = new fastify.FastifyAdapter({ multipart: false } as object);
  const app = await NestFactory.create(App, adapter, QUIET);
  const docs = nestDocs(app, { info: { title: 'Files', version: '1' } });
  expect(docs.diagnostics().map(({ code }) => code)).toContain('unread-interceptor');
  await app.close();
});
