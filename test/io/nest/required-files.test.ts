import {
  Body,
  Controller,
  Module,
  ParseFilePipe,
  ParseFilePipeBuilder,
  Post,
  UploadedFile,
  UploadedFiles,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileFieldsInterceptor, FileInterceptor, FilesInterceptor } from '@nestjs/platform-express';
import { ApiBody, ApiConsumes, ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { OpenApiDocument, Schema } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

const INTERCEPTORS = {
  file: { names: ['file'], take: UploadedFile, use: () => FileInterceptor('file') },
  files: { names: ['files'], take: UploadedFiles, use: () => FilesInterceptor('files') },
  'two files': { names: ['files'], take: UploadedFiles, use: () => FilesInterceptor('files', 2) },
  'one field': {
    names: ['docs'],
    take: UploadedFiles,
    use: () => FileFieldsInterceptor([{ name: 'docs', maxCount: 3 }]),
  },
  'two fields': {
    names: ['avatar', 'docs'],
    take: UploadedFiles,
    use: () =>
      FileFieldsInterceptor([
        { name: 'avatar', maxCount: 1 },
        { name: 'docs', maxCount: 3 },
      ]),
  },
} as const;

const PIPES = {
  'no pipe': [],
  'a ParseFilePipe': [new ParseFilePipe()],
  'a class': [ParseFilePipe],
  'a builder': [new ParseFilePipeBuilder().build()],
  'an optional ParseFilePipe': [new ParseFilePipe({ fileIsRequired: false })],
} as const;

/** The form by hand: a member for each file, and one text. */
function schemaOf(names: readonly string[]): object {
  const binary = { type: 'string', format: 'binary' };
  const files = names.map((name) => [name, name.endsWith('s') ? { type: 'array', items: binary } : binary]);
  return { type: 'object', properties: { ...Object.fromEntries(files), note: { type: 'string' } } };
}

const DESCRIPTIONS = [
  'nothing',
  '@ApiBody with a schema',
  '@ApiBody with a class',
  'a class of the body',
] as const;

class Note {
  @ApiProperty({ required: false }) @IsOptional() @IsString() note?: string;
}

function formOf(names: readonly string[]): new () => object {
  class Form {
    @ApiProperty({ required: false }) @IsOptional() @IsString() note?: string;
  }
  for (const name of names)
    ApiProperty({
      type: 'string',
      format: 'binary',
      required: false,
      isArray: name.endsWith('s'),
    })(Form.prototype, name);
  return Form;
}

interface Row {
  readonly interceptor: keyof typeof INTERCEPTORS;
  readonly pipe: keyof typeof PIPES;
  readonly description: (typeof DESCRIPTIONS)[number];
}

function controllerOf({ interceptor, pipe, description }: Row): new () => object {
  const { names, take, use } = INTERCEPTORS[interceptor];
  @Controller('form')
  class Forms {
    @Post()
    @UseInterceptors(use())
    upload(@take(...PIPES[pipe]) files: unknown): string {
      return JSON.stringify(Object.keys(files ?? {}).length);
    }
  }
  @Controller('form')
  class FormsWithNote {
    @Post()
    @UseInterceptors(use())
    upload(@take(...PIPES[pipe]) files: unknown, @Body() _note: Note): string {
      return JSON.stringify(Object.keys(files ?? {}).length);
    }
  }
  if (description === 'a class of the body') return FormsWithNote;
  const descriptor = Object.getOwnPropertyDescriptor(Forms.prototype, 'upload')!;
  const body =
    description === '@ApiBody with a schema' ? { schema: schemaOf(names) as never } : { type: formOf(names) };
  if (description !== 'nothing') {
    ApiConsumes('multipart/form-data')(Forms.prototype, 'upload', descriptor);
    ApiBody(body)(Forms.prototype, 'upload', descriptor);
  }
  return Forms;
}

interface Form {
  readonly required: boolean;
  readonly schema: Schema;
}

function formIn({ paths, components }: OpenApiDocument): Form {
  const { required = false, content } = paths['/form']!.post!.requestBody as {
    required?: boolean;
    content: Record<string, { schema: Schema }>;
  };
  const { schema = {} } = content['multipart/form-data'] ?? {};
  const name = schema.$ref?.split('/').at(-1);
  return { required, schema: name === undefined ? schema : components!.schemas![name]! };
}

async function send(origin: string, names: readonly string[] | undefined): Promise<number> {
  if (names === undefined) return (await fetch(`${origin}/form`, { method: 'POST' })).status;
  const form = new FormData();
  form.append('note', 'x');
  for (const name of names) form.append(name, new Blob(['x'], { type: 'text/plain' }), 'a.txt');
  return (await fetch(`${origin}/form`, { method: 'POST', body: form })).status;
}

const ROWS = (Object.keys(INTERCEPTORS) as Row['interceptor'][]).flatMap((interceptor) =>
  (Object.keys(PIPES) as Row['pipe'][]).flatMap((pipe) =>
    DESCRIPTIONS.map((description): Row => ({ interceptor, pipe, description })),
  ),
);

test.each(ROWS)('$interceptor with $pipe, described by $description', async (row) => {
  class App {}
  Module({ controllers: [controllerOf(row)] })(App);
  const app = await NestFactory.create(App, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Files', version: '1' }, validation: {} });
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const { names } = INTERCEPTORS[row.interceptor];
  const { schema, required } = formIn(docs.buildSpec());
  try {
    expect(await send(origin, names)).toBe(201);
    for (const name of names) {
      const others = names.filter((other) => other !== name);
      const isRequired = (await send(origin, others)) === 400;
      expect([name, schema.required?.includes(name) ?? false]).toEqual([name, isRequired]);
    }
    // @ApiBody documents a required body unless it says otherwise.
    if (!row.description.startsWith('@')) expect(required).toBe((await send(origin, undefined)) === 400);
    expect(docs.diagnostics().filter(({ severity }) => severity !== 'info')).toEqual([]);
  } finally {
    await app.close();
  }
});

test.each([
  ['a class', { type: formOf(['file']) }],
  ['a schema', { schema: schemaOf(['file']) as never }],
])('keeps the rest of @ApiBody with %s, which another route uses without a pipe', async (_, body) => {
  @Controller('form')
  class Forms {
    @Post()
    @ApiConsumes('multipart/form-data')
    @ApiBody({ ...body, description: 'A form' })
    @UseInterceptors(FileInterceptor('file'))
    upload(@UploadedFile(ParseFilePipe) file: unknown): string {
      return typeof file;
    }

    @Post('optional')
    @ApiConsumes('multipart/form-data')
    @ApiBody(body)
    @UseInterceptors(FileInterceptor('file'))
    optional(@UploadedFile() file: unknown): string {
      return typeof file;
    }
  }
  class App {}
  Module({ controllers: [Forms] })(App);
  const app = await NestFactory.create(App, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Files', version: '1' }, validation: {} });
  const document = docs.buildSpec();
  expect(document.paths['/form']?.post?.requestBody).toMatchObject({ description: 'A form', required: true });
  expect(formIn(document).schema).toMatchObject({
    properties: { file: { type: 'string' }, note: { type: 'string' } },
    required: ['file'],
  });
  const optional = formIn({ ...document, paths: { '/form': document.paths['/form/optional']! } });
  expect(optional.schema).not.toHaveProperty('required');
  expect(docs.diagnostics().map(({ code }) => code)).toEqual([]);
});
