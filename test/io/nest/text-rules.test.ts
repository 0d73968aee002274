import { Controller, Get, type INestApplication, Module, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsNumberString,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';

enum Level {
  Low,
  High,
}

class Search {
  @IsOptional() @IsInt() page?: number;
  @IsOptional() @IsBoolean() deep?: boolean;
  @IsOptional() @IsEnum(Level) level?: Level;
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsString({ each: true }) words?: string[];
  @IsOptional() @IsInt() @Type(() => Number) limit?: number;
  @IsOptional() @IsNumberString() from?: string;
  @IsOptional() @IsArray() @Transform(({ value }) => [value].flat() as unknown) ids?: string[];
}

@Controller('dogs')
class DogsController {
  @Get() @Returns(null) search(@Query() _search: Search): null {
    return null;
  }
}

@Module({ controllers: [DogsController] })
class AppModule {}

async function serve(pipe?: ValidationPipe): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule, { logger: false });
  if (pipe !== undefined) app.useGlobalPipes(pipe);
  await app.listen(0, '127.0.0.1');
  return app;
}

const QUERIES = [
  'page=1',
  'deep=true',
  'level=1',
  'tags=a',
  'words=a',
  'limit=1',
  'from=1',
  'ids=a',
  'tags=a&tags=b',
];

async function refusedBy(app: INestApplication): Promise<string[]> {
  const base = await app.getUrl();
  const statuses = await Promise.all(
    QUERIES.map(async (query) => (await fetch(`${base}/dogs?${query}`)).status),
  );
  return QUERIES.filter((_, index) => statuses[index] === 400);
}

test.each([
  [
    'a pipe without conversion',
    new ValidationPipe({ transform: true }),
    ['page', 'deep', 'level', 'tags'],
    [],
  ],
  [
    'implicit conversion',
    new ValidationPipe({ transformOptions: { enableImplicitConversion: true } }),
    ['tags'],
    // Every text becomes true.
    ['deep'],
  ],
  ['no pipe', undefined, [], []],
])('reports the properties of a query that reject its texts: %s', async (_, pipe, expected, untrue) => {
  const app = await serve(pipe);
  try {
    const refused = await refusedBy(app);
    expect(refused.map((query) => query.split('=')[0])).toEqual(expected);
    const told = nestDocs(app, { info: { title: 'Dogs', version: '1' } })
      .diagnostics()
      .filter(({ code }) => code === 'text-rejected')
      .flatMap(({ places }) => places);
    expect(told).toEqual([...untrue, ...expected].map((name) => `Search.${name}`));
  } finally {
    await app.close();
  }
});

class Price {
  @IsInt() @Type(() => Number) min!: number;
}

class Filter {
  @IsOptional() @IsString() name?: string;
  @ValidateNested() @Type(() => Price) price?: Price;
  @IsOptional() @IsObject() meta?: { a?: number };
  @IsOptional() @IsObject() @Transform(({ value }) => JSON.parse(value as string) as unknown) json?: {
    a?: number;
  };
}

@Controller('cats')
class CatsController {
  @Get() @Returns(String) search(@Query() filter: Filter): string {
    return [filter.price?.min, filter.meta?.a, filter.json?.a].map(String).join(' ');
  }
  @Get('named') @Returns(String) named(@Query('price') price?: Price): string {
    return `${price?.min}`;
  }
}

@Module({ controllers: [CatsController] })
class CatsModule {}

const parseLikeQs = (text: string): object => {
  const values = new URLSearchParams(text);
  return {
    price: { min: values.get('price[min]') },
    meta: { a: values.get('meta[a]') },
    json: values.get('json'),
  };
};

test.each([
  ['Express', () => new ExpressAdapter(), () => undefined, false],
  [
    'Express, with qs',
    () => new ExpressAdapter(),
    (app: NestExpressApplication) => void app.set('query parser', 'extended'),
    true,
  ],
  ['Fastify', () => new FastifyAdapter(), () => undefined, false],
  [
    'Fastify, with a parser of its own',
    () => new FastifyAdapter({ routerOptions: { querystringParser: parseLikeQs } } as object),
    () => undefined,
    true,
  ],
])(
  'reports objects of a query that the parser does not read: %s',
  async (_, adapter, prepare, readsObjects) => {
    const app = await NestFactory.create<NestExpressApplication>(CatsModule, adapter() as never, {
      logger: false,
    });
    prepare(app);
    app.useGlobalPipes(new ValidationPipe({ transform: true }));
    await app.listen(0, '127.0.0.1');
    try {
      const base = await app.getUrl();
      const query = 'price[min]=1&meta[a]=2&json={"a":3}';
      const [all, named] = await Promise.all([
        fetch(`${base}/cats?${query}`).then((response) => response.text()),
        fetch(`${base}/cats/named?${query}`).then((response) => response.text()),
      ]);
      expect(all).toBe(readsObjects ? '1 2 3' : 'undefined undefined 3');
      expect(named).toMatch(readsObjects ? /^1$/ : /min must be an integer/);
      const findings = nestDocs(app, { info: { title: 'Cats', version: '1' } })
        .diagnostics()
        .filter(({ code }) => code === 'nested-query');
      expect(findings.flatMap(({ places }) => places)).toEqual(
        readsObjects ? [] : ['Filter.price', 'Filter.meta', 'CatsController.named'],
      );
      for (const { message } of findings) expect(message).toMatch(/query parser|querystringParser/);
    } finally {
      await app.close();
    }
  },
);
