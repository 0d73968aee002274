import {
  Controller,
  Get,
  Header,
  Module,
  Post,
  SetMetadata,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiOkResponse } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsInt } from 'class-validator';
import { map, type Observable } from 'rxjs';
import { generic, Required, Returns, TypeOf, type TypeInput } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import type { NestRouteOptions } from '../../../src/nest/nest-options.js';

class Wrapping implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isBare = Reflect.getMetadata('bare', context.getHandler()) === true;
    return next
      .handle()
      .pipe(map((data: unknown) => (isBare || data instanceof StreamableFile ? data : { data })));
  }
}

class Cat {
  @IsInt() age!: number;
}

@Controller('cats')
class CatsController {
  @Get('inferred') inferred(): Cat {
    return { age: 3 };
  }

  @Get('declared') @ApiOkResponse({ type: [Cat] }) declared(): Promise<Cat[]> {
    return Promise.resolve([{ age: 3 }]);
  }

  @Post('returned') @Returns(Cat) returned(): Promise<Cat> {
    return Promise.resolve({ age: 3 });
  }

  @Get('text') text(): string {
    return 'three';
  }

  @Get('bare') @SetMetadata('bare', true) bare(): Cat {
    return { age: 3 };
  }

  @Get('bare-text') @SetMetadata('bare', true) bareText(): string {
    return 'three';
  }

  @Get('file') @Header('content-type', 'image/png') file(): StreamableFile {
    return new StreamableFile(Buffer.from([1]));
  }
}

@Module({ controllers: [CatsController] })
class CatsModule {}

const EnvelopeOf = generic('EnvelopeOf', (item: TypeInput) => {
  class Envelope {
    @Required() @TypeOf(() => item) data!: unknown;
  }
  return Envelope;
});

const wrap: NestRouteOptions['wrap'] = (type, { handler }) =>
  Reflect.getMetadata('bare', handler.callback) === true ? type : EnvelopeOf(type);

const info = { title: 'Cats', version: '1' };

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('an interceptor that wraps responses, on %s', (_, adapter) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(CatsModule, adapter() as never, { logger: false });
    app.useGlobalInterceptors(new Wrapping());
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  test.each<[string, string | undefined]>([
    ['inferred', 'EnvelopeOfCat'],
    ['declared', 'EnvelopeOfCatArray'],
    ['returned', 'EnvelopeOfCat'],
    ['text', 'EnvelopeOfString'],
    ['bare', 'Cat'],
    ['bare-text', undefined],
    ['file', undefined],
  ])('documents /cats/%s as it is sent', async (name, component) => {
    const document = nestDocs(app, { info, routes: { wrap } }).buildSpec();
    const method = name === 'returned' ? 'post' : 'get';
    const response = await fetch(`${await app.getUrl()}/cats/${name}`, { method });
    const sentType = (response.headers.get('content-type') ?? 'text/plain').split(';')[0] ?? '';
    const documented = document.paths[`/cats/${name}`]?.[method]?.responses[response.status] as
      | { content?: Record<string, { schema: { $ref?: string } }> }
      | undefined;
    expect(Object.keys(documented?.content ?? {})).toEqual([sentType]);
    const schema = documented?.content?.[sentType]?.schema;
    expect(schema?.$ref?.split('/').at(-1)).toBe(component);
    if (component === undefined) return;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'doc' } as object);
    const validate = ajv.compile({ $ref: `doc${schema?.$ref ?? ''}` });
    expect([validate(await response.json()), validate.errors]).toEqual([true, null]);
  });

  test('reports an interceptor once if its effect is unknown', () => {
    const codes = (routes: NestRouteOptions): string[] =>
      nestDocs(app, { info, routes })
        .diagnostics({ notes: true })
        .filter(({ code }) => code === 'global-interceptor')
        .map(({ message, places }) => `${places.join()}: ${message}`);
    expect(codes({})).toEqual([expect.stringMatching(/^Wrapping: .*routes: \{ wrap: /)]);
    expect(codes({ wrap })).toEqual([]);
  });
});
