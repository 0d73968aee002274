import 'reflect-metadata';
import {
  BadRequestException,
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  type INestApplication,
  Module,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  type Type,
  UnprocessableEntityException,
  UseFilters,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiNotFoundResponse, ApiResponse, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { IsString, type ValidationError } from 'class-validator';
import { type Docs, Returns } from '../../../src/index.js';
import { nestDocs, Operation } from '../../../src/nest/index.js';
import type { NestRouteOptions } from '../../../src/nest/nest-options.js';

class Cat {
  @IsString() name!: string;
}

/** The errors of Express's parsers of bodies. */
const OF_PLATFORM = { 400: 'HttpError', 413: 'HttpError', 415: 'HttpError' };
const OPEN = { 400: 'any', 413: 'any', 415: 'any' };

class Guard {
  canActivate(): boolean {
    return true;
  }
}

@Controller('cats')
class CatsController {
  @Post() @UseGuards(Guard) @Returns(null) create(@Body() _cat: Cat): void {
    return undefined;
  }
}

async function docsOf(
  controller: Type,
  settle: (app: INestApplication) => void,
  routes: NestRouteOptions = {},
): Promise<Docs> {
  class AppModule {}
  Module({ controllers: [controller] })(AppModule);
  const app = await NestFactory.create(AppModule, { preview: true, logger: false, abortOnError: false });
  settle(app);
  return nestDocs(app, { info: { title: 'Cats', version: '1.0.0' }, routes });
}

/** Returns the bodies of errors by status: `HttpError`, which is Nest's, or `any`. */
async function errorsOf(
  controller: Type,
  settle: (app: INestApplication) => void = () => undefined,
  routes: NestRouteOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const { paths } = (await docsOf(controller, settle, routes)).buildSpec();
  const [item] = Object.values(paths);
  const responses = (item?.post ?? item?.get)?.responses as Record<string, Described> | undefined;
  const errors = Object.entries(responses ?? {}).filter(([status]) => !status.startsWith('2'));
  return Object.fromEntries(errors.map(([status, described]) => [status, bodyOf(described)]));
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

function bodyOf({ content = {} }: Described): string {
  const schema = content['application/json']?.schema;
  if (schema === undefined) return 'none';
  return Object.keys(schema).length === 0 ? 'any' : (schema.$ref?.replace(/.*\//, '') ?? 'other');
}

const validating =
  (exceptionFactory?: (errors: ValidationError[]) => unknown, errorHttpStatusCode?: number) =>
  (app: INestApplication): INestApplication =>
    app.useGlobalPipes(
      new ValidationPipe({
        ...(exceptionFactory && { exceptionFactory }),
        ...(errorHttpStatusCode !== undefined && { errorHttpStatusCode }),
      }),
    );

describe('errors of a ValidationPipe', () => {
  test('an exceptionFactory decides the status', async () => {
    const settle = validating((errors) => new UnprocessableEntityException(errors.map(String)));
    expect(await errorsOf(CatsController, settle)).toMatchObject({ 400: 'HttpError', 422: 'HttpError' });
  });

  test.each<[string, (errors: ValidationError[]) => unknown]>([
    ['an object of its own', () => new UnprocessableEntityException({ status: 422, errors: {} })],
    ['the errors themselves', (errors) => new UnprocessableEntityException(errors)],
    ['an exception of its own', () => Object.assign(new Error('no'), { getStatus: () => 422 })],
  ])('the body is any JSON if the exceptionFactory creates %s', async (_, factory) => {
    const errors = await errorsOf(CatsController, validating(factory, 422));
    expect(errors).toEqual({ ...OF_PLATFORM, 403: 'HttpError', 422: 'any' });
  });

  test('the body is of Nest if the exceptionFactory throws', async () => {
    const refuse = (): never => {
      throw new BadRequestException('no');
    };
    expect(await errorsOf(CatsController, validating(refuse))).toMatchObject({ 400: 'HttpError' });
  });
});

test('the parser of bodies responds with 400 to malformed JSON, without any pipe', async () => {
  expect(await errorsOf(CatsController)).toMatchObject({ 400: 'HttpError' });

  @Controller('cats')
  class Reading {
    @Get(':id') @Returns(null) find(@Param('id') _id: string): void {
      return undefined;
    }
  }
  expect(await errorsOf(Reading)).toEqual({});
});

describe('an exception filter', () => {
  @Catch(HttpException)
  class OfAll {
    catch(): void {
      return undefined;
    }
  }
  @Catch()
  class OfEverything extends OfAll {}
  @Catch(UnprocessableEntityException)
  class OfOne extends OfAll {}
  @Catch(RangeError)
  class OfOthers extends OfAll {}

  const filtered = (filter: Type, controller: Type = CatsController): Type => {
    class Filtered extends controller {}
    UseFilters(filter as never)(Filtered);
    Controller('cats')(Filtered);
    return Filtered;
  };

  test.each<[Type, object]>([
    [OfAll, { ...OPEN, 403: 'any', 422: 'any' }],
    [OfEverything, { ...OPEN, 403: 'any', 422: 'any' }],
    [OfOne, { ...OF_PLATFORM, 403: 'HttpError', 422: 'any' }],
    [OfOthers, { ...OF_PLATFORM, 403: 'HttpError', 422: 'HttpError' }],
  ])('%p leaves the body of the exceptions that it catches open', async (filter, expected) => {
    const settle = validating(undefined, 422);
    expect(await errorsOf(filtered(filter), settle)).toEqual(expected);
    const global = await errorsOf(CatsController, (app) => settle(app).useGlobalFilters(new filter()));
    expect(global).toEqual(expected);
  });

  test.each<[Type, NestRouteOptions, string[]]>([
    [OfAll, {}, ['OfAll']],
    [OfOthers, {}, []],
    // The application declares what its filter sends.
    [OfAll, { errors: OfAll }, []],
    [OfAll, { errors: false }, []],
  ])('%p is noted once if it may change the status', async (filter, routes, places) => {
    const settle = (app: INestApplication): INestApplication => app.useGlobalFilters(new filter());
    const docs = await docsOf(filtered(filter), settle, routes);
    const notes = docs.diagnostics({ notes: true }).filter(({ code }) => code === 'unknown-filter');
    expect(notes.flatMap((note) => note.places)).toEqual(places);
    expect(notes.every(({ severity }) => severity === 'info')).toBe(true);
  });

  test('applies to pipes of a parameter', async () => {
    @Controller('cats')
    class Piped {
      @Get(':id') @Returns(null) find(@Param('id', ParseIntPipe) _id: number): void {
        return undefined;
      }
    }
    expect(await errorsOf(filtered(OfAll, Piped))).toMatchObject({ 400: 'any' });
    expect(await errorsOf(filtered(OfOne, Piped))).toMatchObject({ 400: 'HttpError' });
  });
});

test('the body of a pipe of a parameter with an exceptionFactory is any JSON', async () => {
  @Controller('cats')
  class Piped {
    @Get(':id') @Returns(null) find(
      @Param('id', new ParseUUIDPipe({ exceptionFactory: (why) => new HttpException({ why }, 418) }))
      _id: string,
    ): void {
      return undefined;
    }
  }
  expect(await errorsOf(Piped)).toEqual({ 418: 'any' });
});

describe('an error without a type', () => {
  @Controller('cats')
  class Told {
    @Get(':id')
    @UseGuards(Guard)
    @ApiUnauthorizedResponse({ description: 'Sign in' })
    @ApiNotFoundResponse()
    @ApiResponse({ status: 409, type: Cat })
    @ApiResponse({ status: '5XX', description: 'Later' })
    @Returns(410, null)
    @Operation({ responses: { 423: { description: 'Asleep' } } })
    find(@Param('id') _id: string): string {
      return '';
    }
  }

  test('of @ApiResponse or @Operation has the error body', async () => {
    expect(await errorsOf(Told)).toEqual({
      401: 'HttpError',
      403: 'HttpError',
      404: 'HttpError',
      409: 'Cat',
      410: 'none',
      423: 'HttpError',
      '5XX': 'none',
    });
  });

  test('has the body of routes.errors, and none if that is false', async () => {
    expect(await errorsOf(Told, undefined, { errors: Cat })).toMatchObject({ 401: 'Cat', 404: 'Cat' });
    expect(await errorsOf(Told, undefined, { errors: false })).toEqual({
      401: 'none',
      404: 'none',
      409: 'Cat',
      410: 'none',
      423: 'none',
      '5XX': 'none',
    });
  });
});
