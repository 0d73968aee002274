import {
  All,
  BadRequestException,
  Body,
  Catch,
  ClassSerializerInterceptor,
  Controller,
  Delete,
  Get,
  HttpCode,
  mixin,
  Module,
  Param,
  ParseDatePipe,
  ParseIntPipe,
  Post,
  Query,
  Res,
  QueryMethod,
  RawBody,
  Search,
  StandardSchemaValidationPipe,
  UploadedFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  Version,
  VERSION_NEUTRAL,
  VersioningType,
  type INestApplication,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { APP_PIPE, NestFactory, Reflector } from '@nestjs/core';
import { FileInterceptor } from '@nestjs/platform-express';
import { ApiBody, ApiExtraModels, ApiNoContentResponse, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { Exclude, Expose, Type as TypeOfProperty } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Returns, type Endpoint, type OpenApiDocument, type OpenApiVersion } from '../../../src/index.js';
import { Observable, of } from 'rxjs';
import { ConfigError } from '../../../src/shared/errors.js';
import { DtospecModule, nestDocs, type NestDocsConfig } from '../../../src/nest/index.js';
import type { NestRouteOptions } from '../../../src/nest/nest-options.js';

class Cat {
  @IsInt() id!: number;
  @IsOptional() @IsString() name?: string;
  @Exclude() @IsString() secret!: string;
}

class Problem {
  @IsString() detail!: string;
}

class Guard {
  canActivate(): boolean {
    return true;
  }
}

class Trim implements PipeTransform {
  transform(value: string): string {
    return value.trim();
  }
}

@Catch(BadRequestException)
class Filter {
  catch(): void {
    return undefined;
  }
}

@Controller('cats')
class CatsController {
  @Post()
  create(@Body() cat: Cat): Cat {
    return cat;
  }

  @Get('since')
  @UseGuards(Guard)
  @Returns([Cat])
  since(@Query('date', ParseDatePipe) _date: Date, @Query('name', Trim) _name: string): Cat[] {
    return [];
  }

  @Get('filtered')
  @UseFilters(Filter)
  @Returns(null)
  filtered(@Query('page', ParseIntPipe) _page: number): void {
    return undefined;
  }

  @Get('safe')
  @UseInterceptors(ClassSerializerInterceptor)
  safe(): Cat {
    return new Cat();
  }
}

interface Made {
  readonly document: OpenApiDocument;
  readonly told: readonly string[];
  readonly messages: readonly string[];
  readonly operation: (place: string) => NonNullable<OpenApiDocument['paths'][string]['get']>;
}

const INFO = { title: 'Cats', version: '1.0.0' };

async function make(
  controllers: Type[],
  routes: NestRouteOptions = {},
  settle: (app: INestApplication) => void = () => undefined,
  { providers = [], ...config }: Partial<NestDocsConfig> & { providers?: object[] } = {},
): Promise<Made> {
  class AppModule {}
  Module({ controllers, providers: providers as never })(AppModule);
  const app = await NestFactory.create(AppModule, { preview: true, logger: false, abortOnError: false });
  settle(app);
  const docs = nestDocs(app, { info: INFO, routes, ...config });
  const document = docs.buildSpec();
  return {
    document,
    told: docs.diagnostics({ notes: true }).map(({ code, places }) => `${code} ${places.join(' ')}`),
    messages: docs.diagnostics({ notes: true }).map(({ message }) => message),
    operation: (place) => {
      const [method, path] = place.split(' ') as ['get', string];
      return document.paths[path]![method]!;
    },
  };
}

const parametersOf = (operation: object): unknown => (operation as { parameters?: unknown }).parameters;

class OnlyTyped {
  @TypeOfProperty(() => Date) at!: Date;
}
@Controller('typed')
class TypedController {
  @Post() create(@Body() body: OnlyTyped): OnlyTyped {
    return body;
  }
}

@Controller('told')
class ToldController {
  @Get('typeless') @ApiOkResponse({ description: 'Something' }) typeless(): Promise<unknown> {
    return Promise.resolve(1);
  }
  @Get('empty') @ApiNoContentResponse() @HttpCode(204) empty(): Promise<void> {
    return Promise.resolve();
  }
  @All('any') @ApiOkResponse({ type: String }) any(): Promise<string> {
    return Promise.resolve('');
  }
}

test('reports an unknown response type beside a documented response without a type', async () => {
  const { told, document } = await make([ToldController], {}, undefined, { openapi: '3.2' });
  expect(told).toEqual(['unknown-response ToldController.typeless']);
  expect(document.paths['/told/any']).toMatchObject({ additionalOperations: { SEARCH: {} } });
});

describe('types that are documented but not enforced', () => {
  test('a class without rules is refused only by a pipe that forbids unknown values', async () => {
    const told = async (...pipes: readonly PipeTransform[]): Promise<readonly string[]> => {
      const made = await make([TypedController], {}, (app) => app.useGlobalPipes(...pipes));
      return made.told.filter((one) => one.startsWith('class-without-rules'));
    };
    expect(await told()).toEqual([]);
    expect(await told(new ValidationPipe())).toEqual([]);
    expect(await told(new ValidationPipe({ forbidUnknownValues: true }))).toEqual([
      'class-without-rules OnlyTyped',
    ]);
  });

  test.each<[string, (app: INestApplication) => unknown]>([
    ['setGlobalPrefix', (app) => app.setGlobalPrefix('api')],
    ['enableVersioning', (app) => app.enableVersioning({ type: VersioningType.URI })],
    ['useGlobalPipes', (app) => app.useGlobalPipes(new ValidationPipe())],
    ['useGlobalGuards', (app) => app.useGlobalGuards(new Guard())],
    [
      'useGlobalInterceptors',
      (app) => app.useGlobalInterceptors(new ClassSerializerInterceptor(new Reflector())),
    ],
  ])('reports %s after nestDocs, and not before it', async (name, set) => {
    @Module({ controllers: [CatsController] })
    class Cats {}
    const app = await NestFactory.create(Cats, { logger: false });
    const reports = (): string[] =>
      nestDocs(app, { info: { title: 'Cats', version: '1' } })
        .diagnostics()
        .flatMap(({ code, message }) => (code === 'set-after-nest-docs' ? message : []));
    const docs = nestDocs(app, { info: { title: 'Cats', version: '1' } });
    expect(docs.diagnostics().map(({ code }) => code)).not.toContain('set-after-nest-docs');
    set(app);
    await app.init();
    expect(docs.diagnostics()).toContainEqual({
      code: 'set-after-nest-docs',
      severity: 'warning',
      message: `app.${name}() was called after nestDocs(app), so the document lacks what it sets. Call nestDocs after it.`,
      place: 'nestDocs',
      places: ['nestDocs'],
    });
    expect(reports()).toEqual([]);
    await app.close();
  });

  test('reports a @Param that no path of its handler has', async () => {
    @Controller('shelves')
    class Shelves {
      @Get(':shelfId') find(@Param('shelf_id') id: string): string {
        return id;
      }
      @Get(['a/:id', 'all']) several(@Param('id') id: string): string {
        return id;
      }
      @Get(':shelfId/:ID') both(@Param('id') id: string, @Param('shelfId') shelfId: string): string {
        return id + shelfId;
      }
    }
    const { messages, told } = await make([Shelves]);
    expect(told).toEqual(
      expect.arrayContaining(
        ['Shelves.find', 'Shelves.both'].map((place) => `path-parameter-not-in-path ${place}`),
      ),
    );
    expect(messages.filter((message) => message.includes('@Param'))).toEqual([
      'The path has :shelfId, so @Param("shelf_id") is undefined. Correct the name in the path or in @Param.',
      'The path has :shelfId, :ID, so @Param("id") is undefined. Correct the name in the path or in @Param.',
    ]);
  });

  test('documents a body without a ValidationPipe, and reports that it is not validated', async () => {
    const { told, operation } = await make([CatsController]);
    expect(told).toContain('body-not-validated CatsController.create');
    expect(operation('post /cats').requestBody).toMatchObject({
      content: { 'application/json': { schema: { $ref: expect.stringMatching(/Cat/) } } },
    });
    expect(Object.keys(operation('post /cats').responses)).toEqual(['201', '400', '413', '415']);
  });

  test('a class with @Exclude is sent whole without a ClassSerializerInterceptor', async () => {
    const { told } = await make([CatsController]);
    expect(told).toContain('excluded-but-sent CatsController.create CatsController.since');
  });

  test('reports the unknown effect of a custom pipe', async () => {
    const { told, operation } = await make([CatsController]);
    expect(told).toContain('unread-pipe CatsController.since');
    expect(parametersOf(operation('get /cats/since'))).toEqual([
      { name: 'date', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
      { name: 'name', in: 'query', schema: { type: 'string' } },
    ]);
  });
});

describe('options of the ValidationPipe', () => {
  const strict = { whitelist: true, forbidNonWhitelisted: true };
  const closed = ({ document }: Made): unknown =>
    Object.values(document.components?.schemas ?? {}).some((one) => one.additionalProperties === false);
  class Own extends ValidationPipe {
    constructor() {
      super(strict);
    }
  }

  @Controller()
  class Piped {
    @Post() @UsePipes(new ValidationPipe(strict)) create(@Body() _cat: Cat): void {
      return undefined;
    }
  }
  @Controller()
  class OfParameter {
    @Post() create(@Body(new ValidationPipe(strict)) _cat: Cat): void {
      return undefined;
    }
  }
  @Controller()
  class Plain {
    @Post() create(@Body() _cat: Cat): void {
      return undefined;
    }
  }

  test.each<[string, Parameters<typeof make>]>([
    ['useGlobalPipes', [[Plain], {}, (app) => app.useGlobalPipes(new ValidationPipe(strict))]],
    [
      'APP_PIPE by value',
      [[Plain], {}, undefined, { providers: [{ provide: APP_PIPE, useValue: new ValidationPipe(strict) }] }],
    ],
    [
      'APP_PIPE by class, in preview mode',
      [[Plain], {}, undefined, { providers: [{ provide: APP_PIPE, useClass: Own }] }],
    ],
    [
      'APP_PIPE by factory, in preview mode',
      [[Plain], {}, undefined, { providers: [{ provide: APP_PIPE, useFactory: () => new Own() }] }],
    ],
    ['@UsePipes', [[Piped]]],
    ['of a parameter', [[OfParameter]]],
    ['given', [[Plain], {}, (app) => app.useGlobalPipes(new ValidationPipe()), { validation: strict }]],
  ])('%s', async (_, given) => {
    const made = await make(...given);
    expect(closed(made)).toBe(true);
    expect(made.told.filter((one) => one.includes('validat'))).toEqual([]);
  });

  test('a factory that asks for a class is not run: a diagnostic asks for the options', async () => {
    const { told } = await make([Plain], {}, undefined, {
      providers: [{ provide: APP_PIPE, useFactory: () => new Own(), inject: [Guard] }, Guard],
    });
    expect(told).toContain('body-not-validated Plain.create');
  });
});

describe('bodies that no ValidationPipe validates', () => {
  class Note {
    @IsString() text!: string;
  }
  @Controller('notes')
  class Notes {
    @Post()
    @Returns(Note)
    note(@Body() note: Note): unknown {
      return note;
    }
    @Post('problems')
    @Returns(Note)
    problem(@Body() problem: Problem): unknown {
      return problem;
    }
  }

  test('are required if their options are given, because the application validates them itself', async () => {
    const requiredOf = async (config: Partial<NestDocsConfig>): Promise<unknown> => {
      const { operation } = await make([CatsController], {}, undefined, config);
      return operation('post /cats').requestBody;
    };
    expect(await requiredOf({})).not.toMatchObject({ required: true });
    expect(await requiredOf({ validation: { whitelist: true } })).toMatchObject({ required: true });
    expect(await requiredOf({ validation: { skipMissingProperties: true } })).not.toMatchObject({
      required: true,
    });
  });

  test('are one diagnostic for all classes, and none beside a pipe of the application', async () => {
    const codes = async (provider: object): Promise<readonly string[]> =>
      (await make([Notes], {}, undefined, { providers: [provider] })).told;
    expect(await codes({ provide: 'none', useValue: 1 })).toEqual([
      'body-not-validated Notes.note Notes.problem',
    ]);
    expect(await codes({ provide: APP_PIPE, useClass: Trim })).toEqual([
      'unread-pipe Notes.note Notes.problem',
    ]);
  });
});

describe('forms and pipes of mixins', () => {
  @Controller('files')
  class Files {
    @Post()
    @Returns(null)
    @UseInterceptors(FileInterceptor('file'))
    upload(@UploadedFile() file: unknown): unknown {
      return file;
    }
    @Get(':id')
    @Returns(null)
    find(
      @Param(
        'id',
        mixin(
          class implements PipeTransform {
            transform(value: string): string {
              return value.trim();
            }
          },
        ),
      )
      id: string,
    ): unknown {
      return id;
    }
  }

  test('a file stays in a form whose other properties only @Expose lets through', async () => {
    class Caption {
      @Expose() @IsString() caption!: string;
    }
    @Controller('captions')
    class Captions {
      @Post()
      @Returns(null)
      @UseInterceptors(FileInterceptor('file'))
      upload(@UploadedFile() file: unknown, @Body() _caption: Caption): unknown {
        return file;
      }
    }
    const { told, document } = await make([Captions], {}, (app) =>
      app.useGlobalPipes(
        new ValidationPipe({ transform: true, transformOptions: { excludeExtraneousValues: true } }),
      ),
    );
    expect(told).toEqual([]);
    expect(document.components?.schemas).toMatchObject({
      CaptionsUploadBody: { properties: { file: { type: 'string' }, caption: { type: 'string' } } },
    });
  });

  test('a form of files alone is no class without rules, and a random name is not printed', async () => {
    const { told, messages } = await make([Files], {}, (app) =>
      app.useGlobalPipes(new ValidationPipe({ forbidUnknownValues: true })),
    );
    expect(told).toEqual(['unread-pipe Files.find']);
    expect(messages[0]).toMatch(/^a pipe that a factory makes: /);
  });
});

describe('parts that options replace', () => {
  test('names, tags and the last word', async () => {
    const { document, operation } = await make([CatsController], {
      include: ({ methodName }) => methodName !== 'safe',
      operationId: ({ controller, methodName }) => `${controller.name}_${methodName}`,
      summary: ({ path }) => path,
      tags: () => ['all'],
      endpoint: (endpoint, { methodName }): Endpoint | undefined =>
        methodName === 'since' ? undefined : { ...endpoint, description: 'Said last' },
    });
    expect(Object.keys(document.paths)).toEqual(['/cats', '/cats/filtered']);
    expect(operation('post /cats')).toMatchObject({
      operationId: 'CatsController_create',
      summary: '/cats',
      tags: ['all'],
      description: 'Said last',
    });
  });

  test('the last word gets the names of inputs that Endpoint documents, and may replace them', async () => {
    const seen: string[][] = [];
    const { operation } = await make([CatsController], {
      endpoint: (endpoint, { methodName }) => {
        seen.push(Object.keys(endpoint));
        return methodName === 'create' ? { ...endpoint, body: String } : endpoint;
      },
    });
    expect(seen.flat()).toContain('body');
    expect(seen.flat()).not.toContain('requestBody');
    const { requestBody } = operation('post /cats');
    expect(requestBody).toMatchObject({ content: { 'application/json': { schema: { type: 'string' } } } });
  });

  const statusesOf = async (routes: NestRouteOptions, place: string): Promise<string[]> =>
    Object.keys((await make([CatsController], routes)).operation(place).responses);

  test.each<[string, NestRouteOptions, string[]]>([
    ['by default', {}, ['200', '400', '403']],
    ['without them', { errors: false }, ['200']],
    [
      'of other guards',
      { guardStatuses: (guards) => (guards.includes(Guard) ? [429] : []) },
      ['200', '400', '429'],
    ],
  ])('documents rejections %s', async (_, routes, expected) => {
    expect(await statusesOf(routes, 'get /cats/since')).toEqual(expected);
  });

  test('a filter leaves the body of refusals open, unless it is given', async () => {
    const open = await make([CatsController]);
    expect(open.operation('get /cats/filtered').responses['400']).toEqual({
      description: 'Bad Request',
      content: { 'application/json': { schema: {} } },
    });
    const given = await make([CatsController], { errors: Problem });
    expect(given.operation('get /cats/filtered').responses['400']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
  });
});

describe('versions that are not in the path', () => {
  @Controller({ path: 'cats', version: '1' })
  class Versioned {
    @Get() one(): Cat {
      return new Cat();
    }

    @Get() @Version(['2', '10']) later(): Cat {
      return new Cat();
    }

    @Get(':id') @Version(VERSION_NEUTRAL) any(@Param('id') _id: string): Cat {
      return new Cat();
    }
  }

  test.each<[string, Parameters<INestApplication['enableVersioning']>[0], object]>([
    [
      'media type',
      { type: VersioningType.MEDIA_TYPE, key: 'v=' },
      { description: 'Version 2, 10, as the header `Accept: application/json;v=2` requests it.' },
    ],
    ['custom', { type: VersioningType.CUSTOM, extractor: () => '2' }, { description: 'Version 2, 10.' }],
    [
      'header',
      { type: VersioningType.HEADER, header: 'X-Version' },
      { parameters: [{ name: 'X-Version', in: 'header', required: true, schema: { enum: ['2', '10'] } }] },
    ],
  ])('%s: the latest is documented, and the other is named', async (_, versioning, expected) => {
    const { operation, told } = await make([Versioned], {}, (app) => app.enableVersioning(versioning));
    expect(operation('get /cats')).toMatchObject({ operationId: 'versionedLater', ...expected });
    expect(parametersOf(operation('get /cats/{id}'))).toHaveLength(1);
    expect(told).toContain('shadowed-route Versioned.one');
  });

  test('a document of one version has no other', async () => {
    const { document, operation, told } = await make([Versioned], { version: '1' }, (app) =>
      app.enableVersioning({ type: VersioningType.HEADER, header: 'X-Version' }),
    );
    expect(Object.keys(document.paths)).toEqual(['/cats', '/cats/{id}']);
    expect(operation('get /cats')).toMatchObject({ operationId: 'versionedOne' });
    expect(told.join()).not.toContain('shadowed');
  });
});

test('merges the properties of both classes if two arguments each take the whole body', async () => {
  class Id {
    @IsInt() id!: number;
  }
  class Page {
    @IsOptional() @IsInt() limit?: number;
  }
  @Controller('cats')
  class Cats {
    @Post() list(@Body() _id: Id, @Body() _page: Page): string {
      return '';
    }
  }
  const { operation, document } = await make([Cats], {}, (app) => app.useGlobalPipes(new ValidationPipe()));
  expect(JSON.stringify(operation('post /cats').requestBody)).toContain('IdAndPage');
  expect(document.components?.schemas?.IdAndPage).toMatchObject({
    properties: { id: { type: 'integer' }, limit: { type: 'integer' } },
    required: ['id'],
  });
});

test('a colon after text is a parameter, as the router of Nest reads it', async () => {
  @Controller('products:kind')
  class Products {
    @Get() one(@Param('kind') kind: string): string {
      return kind;
    }
  }
  const { document, told } = await make([Products]);
  expect(Object.keys(document.paths)).toEqual(['/products{kind}']);
  expect(told.join()).not.toMatch(/colon|path-parameter/);
});

test('a controller that two modules register is documented once, without a diagnostic', async () => {
  @Controller('cats')
  class Cats {
    @Get(':id') one(@Param('id') id: string): string {
      return id;
    }
  }
  @Module({ controllers: [Cats] })
  class Shared {}
  @Module({ imports: [Shared], controllers: [Cats] })
  class App {}
  const app = await NestFactory.create(App, { preview: true, logger: false });
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1' } });
  expect(Object.keys(docs.buildSpec().paths)).toEqual(['/cats/{id}']);
  expect(docs.diagnostics()).toEqual([]);
});

describe('parts of an operation without a DTO', () => {
  const takesText = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value: unknown) => (value === undefined ? { issues: [{ message: 'missing' }] } : { value }),
      jsonSchema: {
        input: () => ({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }),
      },
    },
  } as never;

  @Controller('various')
  class Various {
    @Delete(':id') remove(@Param('id') _id: string): void {
      return undefined;
    }

    @Get('later') async later(): Promise<void> {
      await Promise.resolve();
    }

    // Written without return types on purpose, as most handlers are.
    @Get('unwritten') unwritten() {
      return [new Cat()];
    }

    @Get('itself') itself(@Res() response: { json: (body: unknown) => void }): void {
      response.json({});
    }

    @Get('passing') passing(@Res({ passthrough: true }) response: { status: (code: number) => void }): void {
      response.status(200);
    }

    @Get('stream') stream(): Observable<Cat> {
      return of(new Cat());
    }

    @Get('maybe{/:name}') maybe(@Param('name') _name: string): Cat {
      return new Cat();
    }

    @Get('*path') anything(@Param('path') _path: string): Cat {
      return new Cat();
    }

    @Post('hook') hook(@RawBody() _bytes: Buffer): Cat {
      return new Cat();
    }

    @Post('schema') bySchema(@Body({ schema: takesText }) _body: object): Cat {
      return new Cat();
    }

    @Get('schema') queryBySchema(@Query({ schema: takesText }) _query: object): Cat {
      return new Cat();
    }
  }

  let made: Made;
  beforeAll(async () => {
    made = await make(
      [Various],
      {
        responses: {
          500: { description: 'A fault', schema: Problem },
          default: { description: 'Anything else' },
        },
        parameters: [{ name: 'X-Tenant', in: 'header', schema: String }],
      },
      (app) => app.useGlobalPipes(new StandardSchemaValidationPipe()),
    );
  });

  test('a handler without a return value has no body, and a note asks whether it was forgotten', () => {
    const { operation, told } = made;
    expect(operation('delete /various/{id}').responses['200']).toEqual({ description: 'OK' });
    expect(told).toContain('void-or-unwritten Various.remove Various.passing');
  });

  test('a handler that returns a value without a return type, or takes the response, has an unknown one', () => {
    const { operation, told } = made;
    expect(operation('get /various/unwritten').responses['200']).toEqual({ description: 'OK' });
    expect(told.filter((line) => line.startsWith('unknown-response')).join(' ')).toMatch(
      /Various\.unwritten.*Various\.itself/,
    );
  });

  test('the result of an Observable is unknown; of a promise, unless the method returns nothing', () => {
    const { document, operation, told } = made;
    expect(told).toContain('unknown-response Various.stream');
    expect(operation('get /various/stream').responses['200']).toEqual({ description: 'OK' });
    expect(document.components?.schemas).not.toHaveProperty('Observable');
  });

  test('a path with an optional part is two, with its parameter and without; a wildcard is a parameter', () => {
    const { operation } = made;
    const inPath = (place: string): unknown =>
      (parametersOf(operation(place)) as { in: string; name: string }[])
        .filter((one) => one.in === 'path')
        .map(({ name }) => name);
    expect(inPath('get /various/maybe/{name}')).toEqual(['name']);
    expect(inPath('get /various/maybe')).toEqual([]);
    // `/various/*path` is the same path to OpenAPI as `/various/:id`, which is registered before.
    expect(inPath('get /various/{id}')).toEqual(['id']);
    expect(operation('get /various/maybe').operationId).not.toBe(
      operation('get /various/maybe/{name}').operationId,
    );
  });

  test('bytes as they came are a body of any media type', () => {
    expect(made.operation('post /various/hook').requestBody).toEqual({
      content: { '*/*': { schema: {} } },
    });
  });

  test('uses a Standard JSON Schema for a body or the parameters of a query', () => {
    const { operation } = made;
    expect(operation('post /various/schema').requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        },
      },
    });
    expect(operation('post /various/schema').responses).toHaveProperty('400');
    expect(parametersOf(operation('get /various/schema'))).toContainEqual({
      name: 'text',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    });
  });

  test('omits and reports a method that the version lacks; 3.2 has every method', async () => {
    @Controller('methods')
    class Methods {
      @Search() search(): Cat {
        return new Cat();
      }

      @QueryMethod() query(): Cat {
        return new Cat();
      }
    }
    const operationsIn = async (openapi: OpenApiVersion): Promise<unknown> => {
      const { document, told } = await make([Methods], {}, undefined, { openapi });
      const { query, 'x-query': extension, additionalOperations } = document.paths['/methods']!;
      return {
        operations: Object.entries({ query, 'x-query': extension, ...additionalOperations })
          .filter(([, operation]) => operation !== undefined)
          .map(([name]) => name),
        isTold: told.includes('method-not-in-openapi Methods.search'),
      };
    };
    expect(await operationsIn('3.2')).toEqual({ operations: ['query', 'SEARCH'], isTold: false });
    expect(await operationsIn('3.1')).toEqual({ operations: ['x-query'], isTold: true });
    expect(await operationsIn('3.0')).toEqual({ operations: ['x-query'], isTold: true });
  });

  test('adds global responses and parameters to operations that do not have their own', () => {
    const operation = made.operation('post /various/hook');
    expect(Object.keys(operation.responses)).toEqual(['201', '500', 'default']);
    expect(parametersOf(operation)).toEqual([{ name: 'X-Tenant', in: 'header', schema: { type: 'string' } }]);
  });
});

describe('a module with a configuration from a factory', () => {
  @Controller('cats')
  class Cats {
    @Get() all(): Cat {
      return new Cat();
    }
  }

  const titleOf = async (preview: boolean, inject: unknown[]): Promise<string | undefined> => {
    class Settings {
      readonly title = 'From settings';
    }
    class SettingsModule {}
    Module({ providers: [Settings], exports: [Settings] })(SettingsModule);
    const asyncModule = DtospecModule.forRootAsync({
      imports: [SettingsModule],
      inject: inject.length === 0 ? [] : [Settings],
      useFactory: (settings?: Settings) => ({
        info: { title: settings?.title ?? 'Without', version: '1.0.0' },
        path: '/api-docs',
      }),
    });
    class AppModule {}
    Module({ controllers: [Cats], imports: [asyncModule] })(AppModule);
    const app = await NestFactory.create(AppModule, { preview, logger: false, abortOnError: false });
    if (!preview) await app.init();
    const docs = preview ? nestDocs(app) : app.get(DtospecModule).docs;
    const { title } = docs?.buildSpec().info ?? {};
    // The module's own `path` is no option of the document.
    expect((docs?.validate()?.errors ?? []).map(({ code }) => code)).not.toContain('unknown-option');
    await app.close();
    return title;
  };

  test.each<[string, boolean, unknown[], string]>([
    ['of other providers, while it runs', false, ['Settings'], 'From settings'],
    ['of nothing, in preview mode', true, [], 'Without'],
    ['of other providers, which preview mode does not make', true, ['Settings'], ''],
  ])('%s', async (_, preview, inject, title) => {
    expect(await titleOf(preview, inject)).toBe(title);
  });
});

describe('handlers and types that cannot be read', () => {
  test('omits a handler that throws while it is read, and keeps the others', async () => {
    const { document, told } = await make([CatsController], {
      endpoint: (endpoint, { methodName }) => {
        if (methodName === 'create') throw new Error('Not this one.');
        return endpoint;
      },
    });
    expect(told).toContain('broken-endpoint CatsController.create');
    expect(Object.keys(document.paths)).toHaveLength(3);
  });

  test('ignores an undefined argument of @ApiExtraModels, as circular imports cause', async () => {
    @ApiExtraModels(undefined as never, Problem)
    @Controller('some')
    class Some {
      @Get() @Returns(null) some(): void {
        return undefined;
      }
    }
    const { document } = await make([Some]);
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(['Problem']);
  });

  // A decorator of an application reads `design:paramtypes`, which has Function or Object for a class of `import type`.
  test.each([Function, Object])('reports a recorded %p as a class of import type', async (recorded) => {
    class Some {
      @ApiExtraModels(recorded)
      @ApiBody({ schema: { $ref: getSchemaPath(recorded) } })
      @Post()
      @Returns(null)
      some(@Body() body: unknown): void {
        return void body;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [recorded], Some.prototype, 'some');
    Controller('some')(Some);
    const { told, messages } = await make([Some]);
    expect(told).toContain(`class-without-metadata ${recorded.name}`);
    for (const message of messages) expect(message).toMatch(/a class of import type/);
  });

  test('rejects a value that is not an application', () => {
    expect(() => nestDocs({} as never, { info: INFO })).toThrow(ConfigError);
    expect(() => nestDocs({} as never, { info: INFO })).toThrow(/NestFactory\.create/);
  });
});

describe('checks that only report', () => {
  test('read the classes of requests and responses when somebody asks for the diagnostics', async () => {
    let created = 0;
    class Filter {
      @IsInt() page = (created += 1);
    }
    class Answer {
      @IsString() name!: string;
      @Expose() get upper(): string {
        return this.name.toUpperCase();
      }
    }
    @Controller('found')
    class Found {
      @Get() @Returns(Answer) find(@Query() _filter: Filter): Answer {
        return new Answer();
      }
    }
    class App {}
    Module({ controllers: [Found] })(App);
    const app = await NestFactory.create(App, { logger: false });
    app.useGlobalPipes(new ValidationPipe());
    const docs = nestDocs(app, { info: INFO });
    expect(created).toBe(0);
    const codes = docs.diagnostics().map(({ code, place }) => `${code} ${place}`);
    expect(created).toBeGreaterThan(0);
    expect(codes).toEqual(
      expect.arrayContaining(['text-rejected Filter.page', 'getter-not-sent Found.find']),
    );
    expect(docs.diagnostics()).toHaveLength(codes.length);
  });
});
