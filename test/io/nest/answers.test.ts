import {
  Body,
  type CallHandler,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  type INestApplication,
  Module,
  type NestInterceptor,
  ParseArrayPipe,
  Post,
  Put,
  Query,
  Res,
  SetMetadata,
  StandardSchemaValidationPipe,
  UnauthorizedException,
  UseGuards,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiProperty,
  ApiQuery,
  ApiSecurity,
  PartialType,
} from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Expose } from 'class-transformer';
import { IsEnum, IsInt, IsString } from 'class-validator';
import { map, type Observable, tap } from 'rxjs';
import { Description, standardSchema, type Diagnostic, type OpenApiDocument } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/index.js';
import type { NestDocsConfig } from '../../../src/nest/nest-options.js';

class Cat {
  @ApiProperty() @IsString() name!: string;
  @ApiProperty() extra?: string;
  @Expose() shown?: string;
  @ApiProperty({ readOnly: true }) id?: string;
}

class Dog {
  @IsInt() age!: number;
}

class Note {
  @ApiProperty() @IsString() title!: string;
  @Description('What it says') text!: string;
}

class PartialNote extends PartialType(Note) {}

class Amount extends String {}

class Price {
  @ApiProperty() @IsString() currency!: string;
  @ApiProperty() amount!: Amount;
}

enum Colour {
  Red = 'red',
  Blue = 'blue',
}

class Palette {
  @IsEnum(Colour, { each: true }) colours!: Colour[];
}

/** Like decorators that measure methods. */
const Measured: MethodDecorator = (target, key, descriptor) => {
  const method = descriptor.value as (...args: unknown[]) => unknown;
  descriptor.value = ((...args: unknown[]) => method.apply(target, args)) as never;
};

class SignedIn implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (Reflect.getMetadata('public', context.getHandler()) === true) return true;
    throw new UnauthorizedException();
  }
}

@Controller('pets')
class PetsController {
  @Post('cats') create(@Body() cat: Cat): Cat {
    return cat;
  }

  @Post('dogs')
  @UsePipes(new StandardSchemaValidationPipe())
  @ApiCreatedResponse({ type: Dog, schema: { examples: [{ age: 3 }] } } as never)
  dog(@Body({ schema: standardSchema(Dog) } as never) dog: Dog): Promise<Dog> {
    return Promise.resolve(dog);
  }

  @Get('price') price(): Price {
    return Object.assign(new Price(), { currency: 'EUR', amount: new Amount('1.50') });
  }

  @Get('amount') amount(): Amount {
    return new Amount('1.50');
  }

  @Get('tags')
  @ApiQuery({ name: 'tags', isArray: true })
  @ApiOkResponse({ type: [String] })
  tags(@Query('tags') tags: string[]): Promise<string[]> {
    return Promise.resolve(tags);
  }

  @Get('numbers')
  @ApiQuery({ name: 'numbers', isArray: true })
  @ApiOkResponse({ type: [Number] })
  numbers(@Query('numbers', new ParseArrayPipe({ items: Number })) numbers: number[]): Promise<number[]> {
    return Promise.resolve(numbers);
  }

  @Get('colours')
  @ApiQuery({ name: 'colours', enum: Colour })
  @ApiOkResponse({ type: [String] })
  colours(@Query('colours') colours: Colour[]): Promise<Colour[]> {
    return Promise.resolve(colours);
  }

  @Get('named-colours')
  @ApiQuery({ name: 'colours', enum: Colour, enumName: 'Colour' })
  @ApiOkResponse({ type: [String] })
  namedColours(
    @Query('colours', new ParseArrayPipe({ items: String })) colours: Colour[],
  ): Promise<Colour[]> {
    return Promise.resolve(colours);
  }

  @Get('palette')
  @ApiQuery({ name: 'colours', enum: Colour })
  @ApiOkResponse({ type: [String] })
  palette(@Query() { colours }: Palette): Promise<Colour[]> {
    return Promise.resolve(colours);
  }

  @Get('measured') @Measured measured(): Promise<number> {
    return Promise.resolve(3);
  }

  @Get('note') note(): PartialNote {
    return { title: 'A', text: 'x' };
  }

  @Delete('none') @HttpCode(200) async none(): Promise<void> {
    await Promise.resolve();
  }

  @Get('itself') async itself(@Res() response: { send(text: string): void }): Promise<void> {
    await Promise.resolve();
    response.send('itself');
  }

  @Put('later') later(): Promise<unknown> {
    return Promise.resolve(null);
  }
}

const Public = SetMetadata('public', true);

@Controller('private')
@UseGuards(SignedIn)
class PrivateController {
  @Get('secured') secured(): string {
    return 'secured';
  }
  @Get('own') @ApiBearerAuth('bearerAuth') own(): string {
    return 'own';
  }
  @Get('marked') @Public @SetMetadata('swagger/apiSecurity', ['isPublic']) marked(): string {
    return 'marked';
  }
  @Get('named') @Public @ApiSecurity('isPublic') named(): string {
    return 'named';
  }
}

@Module({ controllers: [PetsController, PrivateController] })
class PetsModule {}

interface Operation {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly security?: readonly object[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

const config: NestDocsConfig = { info: { title: 'Pets', version: '1' }, security: ['bearerAuth'] };

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('documented beside answered, on %s', (_, adapter) => {
  let app: INestApplication;
  let document: OpenApiDocument;
  let diagnostics: readonly Diagnostic[];

  beforeAll(async () => {
    app = await NestFactory.create(PetsModule, adapter() as never, { logger: false });
    app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
    await app.listen(0, '127.0.0.1');
    const docs = nestDocs(app, config);
    document = docs.buildSpec();
    diagnostics = docs.diagnostics({ notes: true });
  });

  afterAll(() => app.close());

  const call = async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
    const response = await fetch((await app.getUrl()) + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return [response.status, text === '' ? undefined : (JSON.parse(text) as unknown)];
  };

  const operation = (method: 'get' | 'post' | 'put' | 'delete', path: string): Operation =>
    (document.paths[path]?.[method] ?? {}) as Operation;

  const placesOf = (code: string): readonly string[] =>
    diagnostics.filter((one) => one.code === code).flatMap(({ places }) => places);

  /** Returns whether the documented schema of a response accepts what the server sent. */
  const isDocumented = (method: 'get' | 'post', path: string, [status, sent]: [number, unknown]): boolean => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'doc' } as object);
    const at = path.replaceAll('/', '~1');
    return ajv.validate(
      {
        $ref: `doc#/paths/${at}/${method}/responses/${status}/content/application~1json/schema`,
      },
      sent,
    );
  };

  test('a warning names documented properties that whitelist removes', async () => {
    const sent = { name: 'Ada', extra: 'x', shown: 'y', id: 'z' };
    expect(await call('POST', '/pets/cats', sent)).toEqual([201, { name: 'Ada' }]);
    // Price is not in a request, and the read-only id need not be.
    expect(placesOf('property-not-whitelisted')).toEqual(['Cat.extra', 'Cat.shown']);
  });

  test('the body of a Standard Schema is required, as it runs', async () => {
    expect(operation('post', '/pets/dogs').requestBody).toMatchObject({ required: true });
    expect(await call('POST', '/pets/dogs')).toEqual([400, expect.anything()]);
    const answer = await call('POST', '/pets/dogs', { age: 3 });
    expect(answer).toEqual([201, { age: 3 }]);
    expect(isDocumented('post', '/pets/dogs', answer)).toBe(true);
  });

  test('a response with a type, and a schema of examples only, has the type', () => {
    expect(operation('post', '/pets/dogs').responses?.['201']?.content?.['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/Dog' },
      example: { age: 3 },
    });
  });

  test('a class that extends String is a text', async () => {
    expect(document.components?.schemas).not.toHaveProperty('Amount');
    expect(document.components?.schemas?.Price).toMatchObject({ properties: { amount: { type: 'string' } } });
    for (const path of ['/pets/price', '/pets/amount'])
      expect([path, isDocumented('get', path, await call('GET', path))]).toEqual([path, true]);
  });

  test.each([
    ['/pets/tags', 'tags=a&tags=b', ['a', 'b'], { type: 'array', items: { type: 'string' } }],
    ['/pets/numbers', 'numbers=1,2', [1, 2], { type: 'array', items: { type: 'number' } }],
    [
      '/pets/colours',
      'colours=red&colours=blue',
      ['red', 'blue'],
      { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
    ],
    [
      '/pets/named-colours',
      'colours=red,blue',
      ['red', 'blue'],
      { type: 'array', items: { $ref: '#/components/schemas/Colour' } },
    ],
    [
      '/pets/palette',
      'colours=red&colours=blue',
      ['red', 'blue'],
      { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
    ],
  ])('%s takes a list', async (path, query, expected, schema) => {
    expect(await call('GET', `${path}?${query}`)).toEqual([200, expected]);
    expect(operation('get', path).parameters).toMatchObject([{ in: 'query', schema }]);
  });

  test('handlers that return nothing have no body, and nothing advises another', async () => {
    expect(await call('DELETE', '/pets/none')).toEqual([200, undefined]);
    expect(operation('delete', '/pets/none').responses?.['200']).toEqual({ description: 'OK' });
    expect(placesOf('unknown-response')).toEqual([
      'PetsController.measured',
      'PetsController.itself',
      'PetsController.later',
    ]);
    expect(placesOf('void-or-unwritten')).toEqual([]);
  });

  test('a route that the application marks as public has no security', async () => {
    const securityOf = async (path: string): Promise<unknown[]> => {
      const response = await fetch(`${await app.getUrl()}${path}`);
      return [response.status, operation('get', path).security];
    };
    expect(await securityOf('/private/secured')).toEqual([401, undefined]);
    expect(await securityOf('/private/own')).toEqual([401, [{ bearerAuth: [] }]]);
    expect(await securityOf('/private/marked')).toEqual([200, []]);
    expect(await securityOf('/private/named')).toEqual([200, []]);
    expect(placesOf('unknown-security-scheme')).toEqual([]);
    const scheme = { name: 'isPublic', type: 'apiKey', in: 'header', paramName: 'X-Public' } as const;
    const registered = nestDocs(app, { ...config, auth: { schemes: [scheme] } }).buildSpec();
    for (const path of ['/private/marked', '/private/named'])
      expect(registered.paths[path]?.get?.security).toEqual([{ isPublic: [] }]);
  });

  test('a mapped type of Nest that loses properties is a warning', async () => {
    expect(await call('GET', '/pets/note')).toEqual([200, { title: 'A', text: 'x' }]);
    expect(Object.keys(document.components?.schemas?.PartialNote?.properties ?? {})).toEqual(['title']);
    const found = diagnostics.filter(({ code }) => code === 'mapped-type-without-rules');
    expect(found.map(({ severity, places }) => [severity, places])).toEqual([['warning', ['PartialNote']]]);
  });
});

class Passing implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

class Logging implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    const start = Date.now();
    return next.handle().pipe(tap(() => [start, (Date.now() - start) / 1000]));
  }
}

class Wrapping implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      tap(() => undefined),
      map((data: unknown) => ({ data })),
    );
  }
}

class Hidden implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return this.wrap(next.handle());
  }
  wrap(results: Observable<unknown>): Observable<unknown> {
    return results.pipe(map((data: unknown) => ({ data })));
  }
}

test.each<[string, NestInterceptor, boolean]>([
  ['returns the results', new Passing(), false],
  ['looks at the results', new Logging(), false],
  ['wraps the results', new Wrapping(), true],
  ['wraps the results elsewhere', new Hidden(), true],
])('a global interceptor that %s', async (_, interceptor, changes) => {
  const app = await NestFactory.create(PetsModule, new ExpressAdapter(), { logger: false });
  app.useGlobalInterceptors(interceptor);
  await app.listen(0, '127.0.0.1');
  const response = await fetch(`${await app.getUrl()}/pets/tags?tags=a&tags=b`);
  expect(await response.json()).toEqual(changes ? { data: ['a', 'b'] } : ['a', 'b']);
  const found = nestDocs(app, config)
    .diagnostics({ notes: true })
    .filter(({ code }) => code === 'global-interceptor');
  expect(found.map(({ severity, places }) => [severity, places])).toEqual(
    changes ? [['warning', [interceptor.constructor.name]]] : [],
  );
  await app.close();
});
