import { Controller, Get, type INestApplication, Module, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsNumberString, IsOptional, IsString } from 'class-validator';
import { Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';

class Search {
  @IsOptional() @IsInt() page?: number;
  @IsOptional() @IsBoolean() deep?: boolean;
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

const QUERIES = ['page=1', 'deep=true', 'tags=a', 'words=a', 'limit=1', 'from=1', 'ids=a', 'tags=a&tags=b'];

async function refusedBy(app: INestApplication): Promise<string[]> {
  const base = await app.getUrl();
  const statuses = await Promise.all(
    QUERIES.map(async (query) => (await fetch(`${base}/dogs?${query}`)).status),
  );
  return QUERIES.filter((_, index) => statuses[index] === 400);
}

test.each([
  ['a pipe without conversion', new ValidationPipe({ transform: true }), ['page', 'deep', 'tags']],
  [
    'implicit conversion',
    new ValidationPipe({ transformOptions: { enableImplicitConversion: true } }),
    ['tags'],
  ],
  ['no pipe', undefined, []],
])('reports the properties of a query that reject its texts: %s', async (_, pipe, expected) => {
  const app = await serve(pipe);
  try {
    const refused = await refusedBy(app);
    expect(refused.map((query) => query.split('=')[0])).toEqual(expected);
    const told = nestDocs(app, { info: { title: 'Dogs', version: '1' } })
      .diagnostics()
      .filter(({ code }) => code === 'text-rejected')
      .flatMap(({ places }) => places);
    expect(told).toEqual(expected.map((name) => `Search.${name}`));
  } finally {
    await app.close();
  }
});
