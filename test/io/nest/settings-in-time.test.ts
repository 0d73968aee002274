import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  type INestApplication,
  Module,
  Post,
  ValidationPipe,
  VersioningType,
} from '@nestjs/common';
import { BaseExceptionFilter, LazyModuleLoader, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { fromDocumentBuilder, nestDocs, type NestDocsConfig } from '../../../src/nest/index.js';

// Nest reads its settings when the application is initialized, and nestDocs reads them when it is called.

class Cat {
  @IsString() name!: string;
}

@Controller('cats')
class Cats {
  @Get() list(): string {
    return 'listed';
  }
  @Post() create(@Body() { name }: Cat): string {
    return name;
  }
}
@Module({ controllers: [Cats] })
class App {}

@Controller('lazy')
class Lazy {
  @Get() get(): string {
    return 'never';
  }
}
@Module({ controllers: [Lazy] })
class LazyModule {}

@Catch()
class Teapot extends BaseExceptionFilter implements ExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): void {
    super.catch(exception, host);
  }
}

const NEVER_RUN = [
  ['unreachable-route', ['Cats.list']],
  ['unreachable-route', ['Cats.create']],
];

const info = { title: 'T', version: '1' };

const documentOf = (app: INestApplication, config: Partial<NestDocsConfig> = {}) => {
  const docs = nestDocs(app, { info, diagnostics: 'silent', ...config });
  return {
    paths: () => Object.keys(docs.buildSpec().paths),
    told: () => docs.diagnostics().map(({ code, places }) => [code, places]),
  };
};

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('on %s', (_, adapter) => {
  let app: INestApplication;
  beforeEach(async () => {
    app = await NestFactory.create(App, adapter() as never, { logger: false });
    app.useGlobalPipes(new ValidationPipe());
  });
  afterEach(() => app.close());

  const statusOf = async (path: string): Promise<number> => {
    if (!app.getHttpServer().listening) await app.listen(0, '127.0.0.1');
    return (await fetch((await app.getUrl()) + path)).status;
  };

  test.each<[string, (app: INestApplication) => unknown]>([
    ['useGlobalFilters', (one) => one.useGlobalFilters(new Teapot(one.getHttpAdapter()))],
    ['setGlobalPrefix', (one) => one.setGlobalPrefix('api', { exclude: ['cats'] })],
    ['setGlobalPrefix', (one) => one.setGlobalPrefix('v1')],
  ])('%s after nestDocs is reported', (_name, set) => {
    app.setGlobalPrefix('api');
    const { told } = documentOf(app);
    expect(told()).toEqual([]);
    set(app);
    expect(told()).toEqual([['set-after-nest-docs', ['nestDocs']]]);
  });

  test('a prefix of nothing after nestDocs is no change', () => {
    const { told } = documentOf(app);
    app.setGlobalPrefix('', { exclude: ['cats'] });
    expect(told()).toEqual([]);
  });

  test('a prefix after app.init(), which Nest ignores', async () => {
    await app.init();
    app.setGlobalPrefix('late');
    const { paths, told } = documentOf(app);
    expect(paths()).toEqual(['/late/cats']);
    expect(await statusOf('/late/cats')).toBe(404);
    expect(await statusOf('/cats')).toBe(200);
    expect(told()).toEqual(NEVER_RUN);
  });

  test('versions after app.init(), which Nest ignores', async () => {
    await app.init();
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: '3' });
    const { paths, told } = documentOf(app);
    expect(paths()).toEqual(['/v3/cats']);
    expect(await statusOf('/v3/cats')).toBe(404);
    expect(told()).toEqual(NEVER_RUN);
  });

  test('controllers of a lazy module, for which Nest registers no routes', async () => {
    await app.init();
    await app.get(LazyModuleLoader).load(() => LazyModule);
    const { told } = documentOf(app);
    expect(await statusOf('/lazy')).toBe(404);
    expect(told()).toEqual([['unreachable-route', ['Lazy.get']]]);
  });

  test('nothing if all settings come before app.init()', async () => {
    app.setGlobalPrefix('api');
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
    await app.init();
    const { paths, told } = documentOf(app);
    expect(paths()).toEqual(['/api/v1/cats']);
    expect(await statusOf('/api/v1/cats')).toBe(200);
    expect(told()).toEqual([]);
  });

  test.each([
    [['/api'], true],
    [['https://example.com/base/api/'], true],
    [['https://example.com', '/base'], false],
  ])('servers %j repeat the prefix: %p', async (urls, isRepeated) => {
    app.setGlobalPrefix('api');
    const builder = new DocumentBuilder().setTitle('T').setVersion('1');
    for (const url of urls) builder.addServer(url);
    const { told } = documentOf(app, fromDocumentBuilder(builder.build()));
    expect(await statusOf('/api/cats')).toBe(200);
    expect(await statusOf('/api/api/cats')).toBe(404);
    expect(told()).toEqual(isRepeated ? [['server-repeats-prefix', ['servers']]] : []);
  });
});
