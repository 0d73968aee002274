import { Controller, Get, Header, type INestApplication, Module, Sse, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { IsInt } from 'class-validator';
import { from, type Observable } from 'rxjs';
import { file, Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// Files, headers and events of handlers, documented as what Nest sends.

class Tick {
  @IsInt() number!: number;
}

const pdf = (): StreamableFile =>
  new StreamableFile(Buffer.from('%PDF'), { type: 'application/pdf', disposition: 'attachment' });

@Controller()
class Files {
  @Get('default')
  default(): StreamableFile {
    return new StreamableFile(Buffer.from('x'));
  }

  @Get('own-type')
  ownType(): StreamableFile {
    return pdf();
  }

  @Get('header')
  @Header('Content-Type', 'application/pdf')
  @Header('Cache-Control', 'no-store')
  header(): StreamableFile {
    return new StreamableFile(Buffer.from('%PDF'), { type: 'image/png' });
  }

  @Get('json')
  @Header('Content-Type', 'application/json')
  json(): StreamableFile {
    return new StreamableFile(Buffer.from('{"name":"a"}'));
  }

  @Get('later')
  @Returns(file('application/pdf'))
  later(): Promise<StreamableFile> {
    return Promise.resolve(pdf());
  }

  @Get('produces')
  @ApiProduces('application/pdf')
  produces(): StreamableFile {
    return pdf();
  }

  @Get('declared')
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  declared(): StreamableFile {
    return pdf();
  }

  @Sse('ticks')
  @Returns(Tick)
  ticks(): Observable<{ data: Tick }> {
    return from([{ data: { number: 1 } }]);
  }
}

@Module({ controllers: [Files] })
class App {}

const PLATFORMS = { express: () => new ExpressAdapter(), fastify: () => new FastifyAdapter() };

describe.each(['express', 'fastify'] as const)('a file of Nest on %s', (platform) => {
  let app: INestApplication;
  let origin: string;
  let documented: Record<
    string,
    Record<string, { responses: Record<string, { content: object; headers?: object }> }>
  >;
  let notes: readonly string[];
  let errors: readonly unknown[];
  beforeAll(async () => {
    app = await NestFactory.create(App, PLATFORMS[platform](), { logger: false });
    const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
    documented = docs.buildSpec().paths as never;
    errors = docs.diagnostics().filter(({ severity }) => severity === 'error');
    notes = docs
      .diagnostics({ notes: true })
      .filter(({ code }) => code === 'file-without-type')
      .flatMap(({ places }) => places);
  });
  afterAll(() => app.close());

  const typesOf = (path: string): string[] => Object.keys(documented[path]!.get!.responses['200']!.content);

  test.each([
    ['/default', '*/*', 'application/octet-stream'],
    ['/own-type', '*/*', 'application/pdf'],
    ['/header', 'application/pdf', 'application/pdf'],
    ['/json', 'application/json', 'application/json'],
    ['/later', 'application/pdf', 'application/pdf'],
    ['/produces', 'application/pdf', 'application/pdf'],
    ['/declared', 'application/pdf', 'application/pdf'],
    ['/ticks', 'text/event-stream', 'text/event-stream'],
  ])('%s is documented as %s and sent as %s', async (path, type, sent) => {
    expect(typesOf(path)).toEqual([type]);
    const response = await fetch(origin + path);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(sent);
    await response.body?.cancel();
  });

  it('is documented without an error', () => {
    expect(errors).toEqual([]);
  });

  it('is any JSON value where it is sent as JSON', async () => {
    expect(documented['/json']!.get!.responses['200']!.content).toEqual({
      'application/json': { schema: {} },
    });
    expect(await (await fetch(`${origin}/json`)).json()).toEqual({ name: 'a' });
  });

  it('has the headers of @Header', async () => {
    expect(documented['/header']!.get!.responses['200']!.headers).toHaveProperty('Cache-Control');
    expect((await fetch(`${origin}/header`)).headers.get('cache-control')).toBe('no-store');
  });

  it('is noted where nothing declares its type', () => {
    expect(notes).toEqual(['Files.default', 'Files.ownType']);
  });
});
