import { Body, Controller, Get, type INestApplication, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsString } from 'class-validator';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Cat {
  @IsString() name!: string;
}

@Controller('cats')
class CatsController {
  @Post() create(@Body() _cat: Cat): string {
    return 'created';
  }
  @Post('named') named(@Body('name') name: string): string {
    return name;
  }
  @Post('none') none(): string {
    return 'none';
  }
  @Get('list') list(): string {
    return 'list';
  }
  @Get('one/:id') one(@Param('id') id: string): string {
    return id;
  }
}

@Module({ controllers: [CatsController] })
class CatsModule {}

const LONG = 'x'.repeat(1_200_000);
const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that one of the platforms rejects before Nest's pipes run. */
const BODIES: readonly RequestInit[] = [
  { body: '{', headers: JSON_TYPE },
  { body: JSON.stringify({ name: LONG }), headers: JSON_TYPE },
  { body: '<name/>', headers: { 'content-type': 'application/xml' } },
  { body: '{}', headers: { 'content-type': 'application/json; charset=latin9' } },
  { body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'zstd' } },
];

describe.each([
  ['Express', () => new ExpressAdapter(), { '/cats/one/{id}': [] }],
  ['Fastify', () => new FastifyAdapter(), { '/cats/one/{id}': [414] }],
])('errors of the platform, on %s', (_, adapter, ofPaths) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(CatsModule, adapter() as never, { logger: false });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  test('are documented for bodies and path parameters, with the body that is sent', async () => {
    const document = nestDocs(app, { info: { title: 'Cats', version: '1' } }).buildSpec();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'doc' } as object);
    const isError = ajv.compile({ $ref: 'doc#/components/schemas/HttpError' });
    const documented: Record<string, number[]> = {};
    for (const [path, item] of Object.entries(document.paths)) {
      const method = item.post ? 'post' : 'get';
      const statuses = Object.keys(item[method]?.responses ?? {}).map(Number);
      documented[path] = statuses.filter((status) => status >= 400);
      const requests = documented[path].length === 0 ? [] : method === 'post' ? BODIES : [{}];
      const sent = new Set<number>();
      for (const request of requests) {
        const url = (await app.getUrl()) + path.replace('{id}', 'x'.repeat(200));
        const response = await fetch(url, { method, ...request });
        if (response.status < 400) continue;
        sent.add(response.status);
        expect([isError(await response.json()), isError.errors]).toEqual([true, null]);
      }
      expect([path, [...sent].sort()]).toEqual([path, documented[path]]);
    }
    expect(documented).toEqual({
      '/cats': [400, 413, 415],
      '/cats/named': [400, 413, 415],
      '/cats/none': [],
      '/cats/list': [],
      ...ofPaths,
    });
  });
});

class Amount extends Number {}

@Controller('values')
class ValuesController {
  @Post('text') text(@Body() value: string): unknown {
    return { value };
  }
  @Post('amount') amount(@Body() value: Amount): unknown {
    return { value };
  }
  @Post('flag') @ApiBody({ schema: { type: 'boolean' } }) flag(@Body() value: unknown): unknown {
    return { value };
  }
  @Post('list') @ApiBody({ type: [String] }) list(@Body() value: string[]): unknown {
    return { value };
  }
  @Post('plain') @ApiConsumes('text/plain') plain(@Body() value: string): unknown {
    return { value };
  }
  @Post('member') member(@Body('name') value: string): unknown {
    return { value };
  }
}

@Module({ controllers: [ValuesController] })
class ValuesModule {}

const VALUES = { text: '"a"', amount: '1', flag: 'true', list: '["a"]', member: '{"name":"a"}' };

test.each([
  ['Express', () => new ExpressAdapter(), ['text', 'amount', 'flag']],
  ['Fastify', () => new FastifyAdapter(), []],
])('a warning names JSON bodies that the parser of %s rejects', async (_, adapter, rejected) => {
  const app = await NestFactory.create(ValuesModule, adapter() as never, { logger: false });
  await app.listen(0, '127.0.0.1');
  try {
    const base = await app.getUrl();
    const statuses = await Promise.all(
      Object.entries(VALUES).map(async ([name, body]) => {
        const response = await fetch(`${base}/values/${name}`, { method: 'POST', headers: JSON_TYPE, body });
        return [name, response.status] as const;
      }),
    );
    expect(statuses.filter(([, status]) => status === 400).map(([name]) => name)).toEqual(rejected);
    const findings = nestDocs(app, { info: { title: 'Values', version: '1' } })
      .diagnostics()
      .filter(({ code }) => code === 'unparsed-body');
    expect(findings.flatMap(({ places }) => places)).toEqual(
      rejected.map((name) => `ValuesController.${name}`),
    );
    for (const { message } of findings) expect(message).toMatch(/strict: false/);
  } finally {
    await app.close();
  }
});
