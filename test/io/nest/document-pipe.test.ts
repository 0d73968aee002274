import {
  BadRequestException,
  Body,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Module,
  Param,
  type PipeTransform,
  Post,
  Query,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsDate,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { DocumentPipe, nestDocs } from '../../../src/nest/index.js';

@ValidatorConstraint({ async: true })
class IsFree implements ValidatorConstraintInterface {
  validate = (value: unknown): Promise<boolean> => Promise.resolve(value !== 'taken');
  defaultMessage = (): string => 'name is taken';
}

class Line {
  @IsString() @Length(1, 10) sku!: string;
  @IsInt() @Min(1) @Max(99) quantity!: number;
}

class Order {
  @IsEmail() email!: string;
  @IsOptional() @IsString({ groups: ['strict'] }) note?: unknown;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsOptional() @Type(() => Date) @IsDate() due?: Date;
  @IsOptional() @Transform(({ value }) => String(value).trim()) @IsString() trimmed?: string;
  @IsOptional() @Expose({ name: 'long_name' }) @IsString() longName?: string;
  @Exclude() secret?: string;
  count = 1;
}

class Named {
  @Validate(IsFree) name!: string;
}

class Page {
  @IsInt() @Type(() => Number) page!: number;
}

const Sent = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ body: unknown }>().body,
);

@Controller()
class Orders {
  @Post('orders/:page') order(@Param() params: Page, @Query() query: Page, @Body() body: Order): object {
    return { params, query, body, names: [params, query, body, body.lines?.[0]].map(nameOf) };
  }
  @Post('sent') sent(@Sent() named: Named): object {
    return { named, names: [nameOf(named)] };
  }
  @Post('names') name(@Body() body: Named): object {
    return { body, names: [nameOf(body)] };
  }
}

function nameOf(value: unknown): string | undefined {
  return (value as object | undefined)?.constructor?.name;
}

@Module({ controllers: [Orders] })
class Shop {}

const LINE = { sku: 'A', quantity: 2 };
const ORDER = { email: 'ada@example.com', lines: [LINE, LINE] };
const BODIES: readonly unknown[] = [
  ORDER,
  { ...ORDER, note: 1, due: '2026-01-31T12:00:00Z', trimmed: ' x ', long_name: 'Ada', secret: 's' },
  { ...ORDER, due: 'tomorrow', trimmed: null, unknown: { deep: [1] }, count: '7' },
  { ...ORDER, email: 'ada', lines: [LINE, { sku: '', quantity: 100, more: 1 }, 'x', null] },
  { ...ORDER, lines: LINE },
  { ...ORDER, lines: { 0: LINE } },
  { ...ORDER, constructor: 1, prototype: 2, ['__proto__']: { email: 1 } },
  {},
  [],
  [ORDER, 1],
  [[]],
];
const TARGET = '/orders/7?page=3';
/** Nest validates arguments at the same time, and answers with the errors that come first. */
const INVALID_TARGETS = ['/orders/x?page=3', '/orders/7'];
const NAMES: readonly unknown[] = [{ name: 'free' }, { name: 'taken' }, {}, { name: 'free', more: 1 }];

const refuse = (errors: unknown): BadRequestException => new BadRequestException({ errors });
const OPTIONS: Readonly<Record<string, ValidationPipeOptions>> = {
  none: {},
  transform: { transform: true },
  whitelist: { transform: true, whitelist: true },
  forbidNonWhitelisted: { whitelist: true, forbidNonWhitelisted: true },
  forbidUnknownValues: { transform: true, forbidUnknownValues: true },
  'groups and stopAtFirstError': { groups: ['strict'], stopAtFirstError: true, errorHttpStatusCode: 422 },
  'transformOptions with implicit conversion': {
    transform: true,
    transformOptions: { enableImplicitConversion: true, exposeDefaultValues: true },
  },
  'transformOptions that exclude': { transform: true, transformOptions: { excludePrefixes: ['no'] } },
  exceptionFactory: { exceptionFactory: refuse, skipMissingProperties: true },
  'exceptionFactory with parts': {
    exceptionFactory: refuse,
    validationError: { value: false, target: true },
  },
  validateCustomDecorators: { validateCustomDecorators: true, transform: true, whitelist: true },
  errorFormat: { errorFormat: 'grouped' },
  disableErrorMessages: { disableErrorMessages: true },
  expectedType: { expectedType: Named, transform: true },
};

type Adapter = () => ExpressAdapter | FastifyAdapter;

async function answersOf(pipe: PipeTransform, adapter: Adapter): Promise<readonly unknown[]> {
  const app = await NestFactory.create(Shop, adapter() as never, { logger: false });
  app.useGlobalPipes(pipe);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const ask = async (target: string, body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + target, { method: 'POST', headers, body: JSON.stringify(body) });
    return { target, body, status: response.status, answer: await response.json() };
  };
  const answers: unknown[] = [];
  for (const body of BODIES) answers.push(await ask(TARGET, body));
  for (const target of INVALID_TARGETS) answers.push(await ask(target, ORDER));
  for (const target of ['/names', '/sent']) for (const body of NAMES) answers.push(await ask(target, body));
  await app.close();
  return answers;
}

describe.each<[string, Adapter]>([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('DocumentPipe answers as ValidationPipe on %s', (_, adapter) => {
  test.each(Object.entries(OPTIONS))('%s', async (_name, options) => {
    // Nest keeps the packages of the pipe that was created last.
    const expected = await answersOf(new ValidationPipe(options), adapter);
    expect(await answersOf(new DocumentPipe(options), adapter)).toEqual(expected);
    const statuses = new Set(expected.map((answer) => (answer as { status: number }).status));
    expect(statuses.size).toBeGreaterThan(1);
  });
});

test('nestDocs reads its options', async () => {
  const documentOf = async (pipe: PipeTransform): Promise<unknown> => {
    const app = await NestFactory.create(Shop, new ExpressAdapter(), { logger: false });
    app.useGlobalPipes(pipe);
    await app.init();
    const docs = nestDocs(app, { info: { title: 'Shop', version: '1' } });
    await app.close();
    return [docs.buildSpec(), docs.diagnostics({ notes: true })];
  };
  const options = { whitelist: true, forbidNonWhitelisted: true, errorHttpStatusCode: 422, transform: true };
  expect(await documentOf(new DocumentPipe(options))).toEqual(await documentOf(new ValidationPipe(options)));
});
