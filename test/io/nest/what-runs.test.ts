import {
  All,
  Body,
  Controller,
  Get,
  Head,
  Header,
  Module,
  Post,
  ValidationPipe,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Config, OpenApiDocument } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Cat {
  @ApiProperty({ readOnly: true }) @IsOptional() @IsString() id?: string;
  @ApiProperty() @IsInt() age!: number;
  @ApiProperty() @IsBoolean() tame!: boolean;
}

@Controller('cats')
class CatsController {
  @Post()
  create(@Body() cat: Cat): string {
    return typeof cat.age;
  }
}

@Module({ controllers: [CatsController] })
class CatsModule {}

function documentOf(app: INestApplication, config: Partial<Config> = {}): OpenApiDocument {
  return nestDocs(app, { info: { title: 'Cats', version: '1' }, ...config }).buildSpec();
}

/** Returns a validator of the body that the document has for `POST /cats`. */
function bodyIn(document: OpenApiDocument): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'doc' } as object);
  return ajv.compile({ $ref: 'doc#/paths/~1cats/post/requestBody/content/application~1json/schema' });
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('a ValidationPipe that converts and forbids unknown members, on %s', (_, adapter) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(CatsModule, adapter() as never, { logger: false });
    app.useGlobalPipes(
      new ValidationPipe({
        transform: true,
        whitelist: true,
        forbidNonWhitelisted: true,
        transformOptions: { enableImplicitConversion: true },
      }),
    );
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  const send = async (body: object): Promise<number> => {
    const response = await fetch(`${await app.getUrl()}/cats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  const body = { age: 3, tame: true };

  test.each<[string, object, number]>([
    ['without the read-only property', body, 201],
    ['with the read-only property', { ...body, id: 'c1' }, 201],
    ['with an unknown member', { ...body, colour: 'black' }, 400],
  ])('the document allows what the server accepts: %s', async (_name, sent, status) => {
    expect(await send(sent)).toBe(status);
    expect(bodyIn(documentOf(app))(sent)).toBe(status === 201);
  });

  test('documents the declared types, and on request all converted types', async () => {
    const converted = { age: '3', tame: true };
    expect(await send(converted)).toBe(201);
    expect(bodyIn(documentOf(app))(converted)).toBe(false);
    expect(bodyIn(documentOf(app, { implicitConversion: 'accepted' }))(converted)).toBe(true);
    expect(documentOf(app).components?.schemas?.Cat).toMatchObject({
      properties: { id: { type: 'string' }, age: { type: 'integer' }, tame: { type: 'boolean' } },
    });
  });
});

@Controller('dogs')
class DogsController {
  @Get(':id') byId(): string {
    return 'byId';
  }
  @Get('me') me(): string {
    return 'me';
  }
  @Get('me/walks/:walk') walk(): string {
    return 'walk';
  }
  @Get(':id/walks/:walk') anyWalk(): string {
    return 'anyWalk';
  }
  @Post('me') add(): string {
    return 'add';
  }
  @Get('tags/:tag.json') tag(): string {
    return 'tag';
  }
  @All('all/:id') all(): string {
    return 'all';
  }
  @Get('all/first') first(): string {
    return 'first';
  }
}

@Module({ controllers: [DogsController] })
class DogsModule {}

test.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('reports a handler that never runs, on %s', async (_, adapter) => {
  const app = await NestFactory.create(DogsModule, adapter() as never, { logger: false });
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  const handlers = {
    byId: 'GET /dogs/7',
    me: 'GET /dogs/me',
    walk: 'GET /dogs/me/walks/7',
    anyWalk: 'GET /dogs/7/walks/8',
    add: 'POST /dogs/me',
    first: 'GET /dogs/all/first',
  };
  const silent: string[] = [];
  for (const [name, request] of Object.entries(handlers)) {
    const [method = '', path = ''] = request.split(' ');
    if ((await (await fetch(origin + path, { method })).text()) !== name)
      silent.push(`DogsController.${name}`);
  }
  const docs = nestDocs(app, { info: { title: 'Dogs', version: '1' } });
  const reported = docs.diagnostics().filter(({ code }) => code === 'unreachable-route');
  expect(reported.flatMap(({ places }) => places)).toEqual(silent);
  expect(silent).toHaveLength(adapter().getType() === 'express' ? 2 : 0);
  await app.close();
});

@Controller()
class AnyController {
  @Get('shop/:kind/:id') any(): string {
    return 'AnyController.any';
  }
  @Post('shop/:kind') add(): string {
    return 'AnyController.add';
  }
}
@Controller('shop')
class ShopController {
  @Get('cups/count') cups(): string {
    return 'ShopController.cups';
  }
  @Get('cups') all(): string {
    return 'ShopController.all';
  }
  @Post('cups') addCup(): string {
    return 'ShopController.addCup';
  }
  @Get(':kind/:id/parts') parts(): string {
    return 'ShopController.parts';
  }
}

@Controller('assets')
class AssetsController {
  @Get('*path') file(): string {
    return 'AssetsController.file';
  }
  @Get('list') list(): string {
    return 'AssetsController.list';
  }
}

@Module({ controllers: [AnyController] })
class AnyModule {}
@Module({ controllers: [ShopController] })
class ShopModule {}
@Module({ imports: [AnyModule, ShopModule] })
class AnyFirst {}
@Module({ imports: [ShopModule, AnyModule] })
class ShopFirst {}
@Module({ imports: [ShopModule], controllers: [AnyController] })
class AnyInRoot {}
@Module({ controllers: [ShopController, AnyController] })
class InOneModule {}
@Module({ imports: [ShopModule, AnyModule], controllers: [AssetsController] })
class WithAssets {}

// Express runs the route that was registered first, which is the one of the first module.
test.each([AnyFirst, ShopFirst, AnyInRoot, InOneModule, WithAssets])(
  'reports a handler that the one of another controller hides, in %p',
  async (module) => {
    const app = await NestFactory.create(module, new ExpressAdapter() as never, { logger: false });
    await app.listen(0, '127.0.0.1');
    const origin = await app.getUrl();
    const handlers = {
      'ShopController.cups': 'GET /shop/cups/count',
      'ShopController.all': 'GET /shop/cups',
      'ShopController.addCup': 'POST /shop/cups',
      'ShopController.parts': 'GET /shop/cups/7/parts',
      'AnyController.any': 'GET /shop/spoons/7',
      'AnyController.add': 'POST /shop/spoons',
      ...(module === WithAssets && {
        'AssetsController.file': 'GET /assets/a/b.png',
        'AssetsController.list': 'GET /assets/list',
      }),
    };
    const silent: string[] = [];
    for (const [place, request] of Object.entries(handlers)) {
      const [method = '', path = ''] = request.split(' ');
      if ((await (await fetch(origin + path, { method })).text()) !== place) silent.push(place);
    }
    const docs = nestDocs(app, { info: { title: 'Shop', version: '1' } });
    const reported = docs.diagnostics().filter(({ code }) => code === 'unreachable-route');
    expect(reported.flatMap(({ places }) => places).sort()).toEqual(silent.sort());
    expect(silent).toHaveLength({ AnyFirst: 2, AnyInRoot: 2, WithAssets: 1 }[module.name] ?? 0);
    await app.close();
  },
);

@Controller('birds')
class BirdsController {
  @Get('sung') @Header('x-ran', 'sung') sung(): string {
    return '';
  }
  @Head('sung') @Header('x-ran', 'sungHead') sungHead(): string {
    return '';
  }
  @Head('heard') @Header('x-ran', 'heardHead') heardHead(): string {
    return '';
  }
  @Get('heard') @Header('x-ran', 'heard') heard(): string {
    return '';
  }
  @Get('caf\u00e9') @Header('x-ran', 'cafe') cafe(): string {
    return '';
  }
  @Get('caf%C3%A9/:id') @Header('x-ran', 'encoded') encoded(): string {
    return '';
  }
}

@Module({ controllers: [BirdsController] })
class BirdsModule {}

// Fastify refuses a HEAD route after its GET route, and decodes paths.
test('reports HEAD after GET and a path that is not encoded, on Express', async () => {
  const app = await NestFactory.create(BirdsModule, new ExpressAdapter() as never, { logger: false });
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  const handlers = {
    sungHead: 'HEAD /birds/sung',
    heardHead: 'HEAD /birds/heard',
    heard: 'GET /birds/heard',
    cafe: 'GET /birds/caf\u00e9',
    encoded: 'GET /birds/caf\u00e9/7',
  };
  const silent: string[] = [];
  for (const [name, request] of Object.entries(handlers)) {
    const [method = '', path = ''] = request.split(' ');
    const { headers } = await fetch(origin + path, { method });
    if (headers.get('x-ran') !== name) silent.push(`BirdsController.${name}`);
  }
  expect(silent).toEqual(['BirdsController.sungHead', 'BirdsController.cafe']);
  const docs = nestDocs(app, { info: { title: 'Birds', version: '1' } });
  const reported = docs.diagnostics().filter(({ code }) => code === 'unreachable-route');
  expect(reported.flatMap(({ places }) => places)).toEqual(silent);
  await app.close();
});

test.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('documents the media type in which a Date is sent, on %s', async (_, adapter) => {
  @Controller('born')
  class BornController {
    @Get() born(): Date {
      return new Date(0);
    }
  }
  @Module({ controllers: [BornController] })
  class BornModule {}
  const app = await NestFactory.create(BornModule, adapter() as never, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { headers } = await fetch(`${await app.getUrl()}/born`);
  const content = documentOf(app).paths['/born']?.get?.responses[200]?.content;
  expect(Object.keys(content ?? {})).toEqual([headers.get('content-type')?.split(';')[0]]);
  await app.close();
});
