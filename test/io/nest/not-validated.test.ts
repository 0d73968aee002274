import {
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Headers,
  Module,
  Param,
  type PipeTransform,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiHeader, ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { nestDocs, type NestDocsConfig } from '../../../src/nest/index.js';

// A document has the rules of classes also where no pipe runs them.

class Word {
  @IsString() @Length(1, 3) word!: string;
}
class Described {
  @ApiProperty({ maxLength: 3 }) word!: string;
}

/** Validates by means that dtospec does not know. */
class OwnPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

const ReadHeaders = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { word } = context.switchToHttp().getRequest<{ headers: { word?: string } }>().headers;
  return { word };
});

@Controller()
class Words {
  @Get('query') query(@Query() { word }: Word): string {
    return word;
  }
  @Get('path/:word') path(@Param() { word }: Word): string {
    return word;
  }
  @Get('headers') headers(@Headers() { word }: Word): string {
    return word;
  }
  @Get('described') described(@Query() { word }: Described): string {
    return word;
  }
  @Get('own') own(@Query(new OwnPipe()) { word }: Word): string {
    return word;
  }
  @Get('read') @ApiHeader({ name: 'word', required: true }) read(
    @ReadHeaders(new ValidationPipe({ validateCustomDecorators: true })) { word }: Word,
  ): string {
    return word;
  }
}

@Module({ controllers: [Words] })
class App {}

const INVALID = ['query?word=long', 'path/long', 'headers', 'read'];

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('on %s', (_, adapter) => {
  const run = async (pipe?: ValidationPipe, config: Partial<NestDocsConfig> = {}) => {
    const app = await NestFactory.create(App, adapter() as never, { logger: false });
    if (pipe !== undefined) app.useGlobalPipes(pipe);
    const info = { title: 'T', version: '1' };
    const docs = nestDocs(app, { info, diagnostics: 'silent', ...config });
    await app.listen(0, '127.0.0.1');
    const origin = await app.getUrl();
    const statuses: number[] = [];
    for (const path of INVALID) statuses.push((await fetch(`${origin}/${path}`)).status);
    const found = docs.diagnostics().filter(({ code }) => code === 'parameters-not-validated');
    await app.close();
    return { statuses, places: found.flatMap(({ places }) => places) };
  };

  test('reports classes of parameters that no pipe validates', async () => {
    expect(await run()).toEqual({
      statuses: [200, 200, 200, 400],
      places: ['Words.query', 'Words.path', 'Words.headers'],
    });
  });

  test('reports a class of headers also under a pipe, which Nest does not run for them', async () => {
    expect(await run(new ValidationPipe())).toEqual({
      statuses: [400, 400, 200, 400],
      places: ['Words.headers'],
    });
  });

  test('reports none if the configuration declares how the application validates', async () => {
    expect((await run(undefined, { validation: {} })).places).toEqual([]);
  });
});
