import { Body, Controller, Module, Post, UseInterceptors, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, NoFilesInterceptor } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiConsumes } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import qs from 'qs';
import { Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class Size {
  @Type(() => Number) @IsInt() width!: number;
}

class Shape {
  @IsOptional() @ValidateNested() @Type(() => Size) size?: Size;
}

class Texts {
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @Type(() => Number) @IsInt() converted?: number;
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional()
  @Transform(({ value }) => (value === undefined ? value : [value].flat()) as unknown)
  @IsArray()
  @IsString({ each: true })
  list?: string[];
}

const FORM = 'application/x-www-form-urlencoded';

@Controller()
class Forms {
  @Post('shape') @Returns(Shape) @ApiConsumes(FORM) shape(@Body() shape: Shape): object {
    return { size: shape.size };
  }
  @Post('member') @Returns(Size) @ApiConsumes(FORM) member(@Body('size') size: Size): object {
    return { size };
  }
  @Post('texts') @Returns(Texts) @ApiConsumes(FORM) texts(@Body() texts: Texts): object {
    return texts;
  }
  @Post('parts') @Returns(Texts) @UseInterceptors(NoFilesInterceptor()) parts(@Body() texts: Texts): object {
    return texts;
  }
  @Post('json') @Returns(Texts) json(@Body() texts: Texts): object {
    return texts;
  }
}

@Module({ controllers: [Forms] })
class App {}

const fastify = (): Promise<NestFastifyApplication> =>
  NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: false });

const PLATFORMS = {
  Express: () => NestFactory.create(App, new ExpressAdapter(), { logger: false }),
  Fastify: fastify,
  'Fastify with qs': async () => {
    const app = await fastify();
    app.useBodyParser(FORM, {}, (_, body, done) => {
      done(null, qs.parse(String(body)));
    });
    return app;
  },
} as const;

describe.each(Object.entries(PLATFORMS))('a form of Nest on %s', (platform, create) => {
  it('is what the document and its diagnostics describe', async () => {
    const app = await create();
    app.useGlobalPipes(new ValidationPipe({ transform: true }));
    const docs = nestDocs(app, { info: { title: 'Forms', version: '1' } });
    const reported = docs
      .diagnostics()
      .flatMap(({ code, places }) => places.map((place) => `${code} ${place}`));
    expect(reported).toEqual([
      ...(platform === 'Fastify' ? ['nested-query Shape.size', 'nested-query Forms.member'] : []),
      'text-rejected Texts.count',
      'text-rejected Texts.tags',
    ]);
    const body = docs.buildSpec().paths['/shape']!.post!.requestBody;
    expect(body).toMatchObject({
      content: { [FORM]: { encoding: { size: { style: 'deepObject', explode: true } } } },
    });
    await app.listen(0, '127.0.0.1');
    const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    const send = async (path: string, form: string): Promise<unknown> => {
      const response = await fetch(`${origin}/${path}`, {
        method: 'POST',
        headers: { 'content-type': FORM },
        body: form,
      });
      return response.ok ? response.json() : response.status;
    };
    const nested = platform !== 'Fastify';
    try {
      expect(await send('shape', 'size[width]=5')).toEqual(nested ? { size: { width: 5 } } : {});
      expect(await send('member', 'size[width]=5')).toEqual(nested ? { size: { width: 5 } } : 400);
      expect(await send('texts', 'count=5')).toBe(400);
      expect(await send('texts', 'converted=5')).toEqual({ converted: 5 });
      expect(await send('texts', 'tags=a')).toBe(400);
      expect(await send('texts', 'tags=a&tags=b')).toEqual({ tags: ['a', 'b'] });
      expect(await send('texts', 'list=a')).toEqual({ list: ['a'] });
    } finally {
      await app.close();
    }
  });
});

test('a multipart form consists of texts, too', async () => {
  const app = await PLATFORMS.Express();
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  await app.listen(0, '127.0.0.1');
  const form = new FormData();
  form.append('count', '5');
  const url = `${(await app.getUrl()).replace('[::1]', '127.0.0.1')}/parts`;
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(400);
  await app.close();

  @Controller()
  class Parts {
    @Post() @Returns(Texts) @UseInterceptors(NoFilesInterceptor()) parts(@Body() texts: Texts): object {
      return texts;
    }
  }
  class PartsModule {}
  Module({ controllers: [Parts] })(PartsModule);
  const parts = await NestFactory.create(PartsModule, { logger: false });
  parts.useGlobalPipes(new ValidationPipe({ transform: true }));
  const codes = nestDocs(parts, { info: { title: 'Forms', version: '1' } }).diagnostics();
  expect(codes.map(({ code, places }) => [code, places])).toEqual([
    ['text-rejected', ['Texts.count']],
    ['text-rejected', ['Texts.tags']],
  ]);
  await parts.close();
});
