import {
  Body,
  Controller,
  Module,
  ParseIntPipe,
  Post,
  UploadedFiles,
  UseInterceptors,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AnyFilesInterceptor, FileInterceptor } from '@nestjs/platform-express';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsInt, IsString } from 'class-validator';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// @Body('name') reads a member of the body, and its pipes see this member only.

class Size {
  declare width: number;
  declare unit: string;
}
IsInt({ always: true })(Size.prototype, 'width');
IsString({ groups: ['create'] })(Size.prototype, 'unit');

@Controller()
class Parts {
  @Post('parts')
  parts(@Body('size') size: Size, @Body('count', ParseIntPipe) count: number): string {
    return `${size.width} ${count}`;
  }
  @Post('whole')
  whole(@Body() size: Size, @Body('count', ParseIntPipe) count: number): string {
    return `${size.width} ${count}`;
  }
  @Post('same')
  same(@Body() size: Size, @Body('width', ParseIntPipe) width: number): string {
    return `${size.width} ${width}`;
  }
  @Post('file')
  @UseInterceptors(FileInterceptor('file'))
  file(): string {
    return 'taken';
  }
  @Post('files')
  @UseInterceptors(AnyFilesInterceptor())
  files(@UploadedFiles() _files: object[], @Body('count') count: string): string {
    return count;
  }
}

@Module({ controllers: [Parts] })
class App {}

const size = { width: 1, unit: 'm' };
const PARTS: readonly object[] = [
  { size, count: 1 },
  { size, count: 1, more: 1 },
  { size: { ...size, more: 1 }, count: 1 },
  { size: { width: 'x', unit: 'm' }, count: 1 },
  { size: { width: 1 }, count: 1 },
  { size },
  {},
];

const forbids = { whitelist: true, forbidNonWhitelisted: true };

describe.each<ValidationPipeOptions>([
  {},
  forbids,
  { ...forbids, groups: ['create'] },
  { groups: ['create'] },
  { strictGroups: true },
  { ...forbids, transform: true },
])('under %j', (options) => {
  const start = async () => {
    const app = await NestFactory.create(App, { logger: false });
    app.useGlobalPipes(new ValidationPipe(options));
    const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
    await app.listen(0, '127.0.0.1');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...docs.buildSpec(), $id: 'doc' } as object);
    const origin = await app.getUrl();
    const judgeOf = (path: string, type = 'application~1json') =>
      ajv.compile({ $ref: `doc#/paths/~1${path}/post/requestBody/content/${type}/schema` });
    const sends = async (path: string, body: object): Promise<boolean> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${origin}/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return response.status === 201;
    };
    return { app, origin, judgeOf, sends, diagnostics: docs.diagnostics() };
  };

  test('accepts the parts of a body that the document accepts', async () => {
    const { app, judgeOf, sends } = await start();
    const judge = judgeOf('parts');
    const sent: unknown[] = [];
    for (const body of PARTS) sent.push([body, await sends('parts', body)]);
    expect(sent).toEqual(PARTS.map((body) => [body, judge(body)]));
    await app.close();
  });

  test('reports a part that the class of the whole body does not have', async () => {
    const { app, sends, diagnostics } = await start();
    const isRefused = !(await sends('whole', { ...size, count: 1 }));
    expect(isRefused).toBe(options.forbidNonWhitelisted === true);
    expect(diagnostics.map(({ code, places }) => [code, places])).toEqual(
      isRefused ? [['property-not-whitelisted', ['Parts.whole']]] : [],
    );
    await app.close();
  });

  test('accepts other fields of a form, beside a file', async () => {
    const { app, origin, judgeOf } = await start();
    const form = new FormData();
    form.set('more', '1');
    for (const path of ['file', 'files']) {
      expect((await fetch(`${origin}/${path}`, { method: 'POST', body: form })).status).toBe(201);
      expect(judgeOf(path, 'multipart~1form-data')({ more: '1' })).toBe(true);
    }
    await app.close();
  });
});
