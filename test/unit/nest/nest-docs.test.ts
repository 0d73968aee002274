/* eslint-disable @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are classes that are never made */
import {
  BadRequestException,
  Body,
  Catch,
  ClassSerializerInterceptor,
  Controller,
  Get,
  Module,
  Param,
  ParseDatePipe,
  ParseIntPipe,
  Post,
  Query,
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
import { APP_PIPE, NestFactory } from '@nestjs/core';
import { Exclude } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Returns, type Endpoint, type OpenApiDocument } from '../../../src/index.js';
import { ConfigError } from '../../../src/base/errors.js';
import { nestDocs, type NestDocsConfig, type NestRouteOptions } from '../../../src/nest/index.js';

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
    told: docs.diagnostics().map(({ code, places }) => `${code} ${places.join(' ')}`),
    operation: (place) => {
      const [method, path] = place.split(' ') as ['get', string];
      return document.paths[path]![method]!;
    },
  };
}

const parametersOf = (operation: object): unknown => (operation as { parameters?: unknown }).parameters;

describe('what nothing enforces', () => {
  test('a body without a ValidationPipe is documented, and a diagnostic says that nothing looks at it', async () => {
    const { told, operation } = await make([CatsController]);
    expect(told).toContain('body-not-validated CatsController.create');
    expect(operation('post /cats').requestBody).toMatchObject({
      content: { 'application/json': { schema: { $ref: expect.stringMatching(/Cat/) } } },
    });
    expect(Object.keys(operation('post /cats').responses)).toEqual(['201']);
  });

  test('a class with @Exclude is sent whole without a ClassSerializerInterceptor', async () => {
    const { told } = await make([CatsController]);
    expect(told).toContain('excluded-but-sent CatsController.create CatsController.since');
  });

  test('what a pipe of the application does is not known', async () => {
    const { told, operation } = await make([CatsController]);
    expect(told).toContain('unread-pipe CatsController.since');
    expect(parametersOf(operation('get /cats/since'))).toEqual([
      { name: 'date', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
      { name: 'name', in: 'query', schema: { type: 'string' } },
    ]);
  });
});

describe('whose options validation has', () => {
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

  test('a factory that asks for something is not run: a diagnostic asks for the options', async () => {
    const { told } = await make([Plain], {}, undefined, {
      providers: [
        { provide: APP_PIPE, useFactory: () => new Own(), inject: ['config'] },
        { provide: 'config', useValue: {} },
      ],
    });
    expect(told).toContain('body-not-validated Plain.create');
  });
});

describe('what is replaced by options', () => {
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

  const statusesOf = async (routes: NestRouteOptions, place: string): Promise<string[]> =>
    Object.keys((await make([CatsController], routes)).operation(place).responses);

  test.each<[string, NestRouteOptions, string[]]>([
    ['by default', {}, ['200', '400', '401', '403']],
    ['without them', { errors: false }, ['200']],
    [
      'of other guards',
      { guardStatuses: (guards) => (guards.includes(Guard) ? [429] : []) },
      ['200', '400', '429'],
    ],
  ])('refusals %s', async (_, routes, expected) => {
    expect(await statusesOf(routes, 'get /cats/since')).toEqual(expected);
  });

  test('a filter leaves the body of refusals open, unless it is given', async () => {
    const open = await make([CatsController]);
    expect(open.operation('get /cats/filtered').responses['400']).toEqual({ description: 'Bad Request' });
    const given = await make([CatsController], { errors: Problem });
    expect(given.operation('get /cats/filtered').responses['400']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
  });
});

describe('versions that no path tells', () => {
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
      { description: 'Version 2, 10, as the header `Accept: application/json;v=2` asks for it.' },
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

describe('what cannot be read', () => {
  test('a handler that throws when it is read is left out; the others stand', async () => {
    const { document, told } = await make([CatsController], {
      endpoint: (endpoint, { methodName }) => {
        if (methodName === 'create') throw new Error('Not this one.');
        return endpoint;
      },
    });
    expect(told).toContain('broken-endpoint CatsController.create');
    expect(Object.keys(document.paths)).toHaveLength(3);
  });

  test('something that is no application is refused', () => {
    expect(() => nestDocs({} as never, { info: INFO })).toThrow(ConfigError);
    expect(() => nestDocs({} as never, { info: INFO })).toThrow(/NestFactory\.create/);
  });
});
