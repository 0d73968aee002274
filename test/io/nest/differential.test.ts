import {
  type ArgumentMetadata,
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Module,
  Param,
  ParseBoolPipe,
  ParseIntPipe,
  type PipeTransform,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiParam } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Transform } from 'class-transformer';
import { IsInstance, IsInt, IsOptional, IsString, Max } from 'class-validator';
import fc from 'fast-check';
import { type OpenApiDocument, type Schema, TypeOf } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import { runs } from '../../fixtures/runs.js';
import { valuesOf } from '../../law/values/from-schema.js';

// ajv reads the document, and Nest answers: what one of them accepts, the other accepts, too.

const COUNT = runs(20);
const SEED = Number(process.env.DTOSPEC_SEED ?? 1);

class Money {
  constructor(readonly cents: string) {}
}

class User {
  @IsInt() id!: number;
  @IsString() name!: string;
}

class Price {
  @TypeOf(() => String)
  @Transform(({ value }) => (typeof value === 'string' ? new Money(value) : (value as unknown)), {
    toClassOnly: true,
  })
  @IsInstance(Money)
  amount!: Money;
  @IsOptional() @IsInt() @Max(9) size?: number;
  // Nest's pipe calls it for each body, and responds with 500 if it throws.
  @IsString() get label(): string {
    return `is money: ${this.amount instanceof Money}`;
  }
}

/** Finds an entity for each id. */
@Injectable()
class UserById implements PipeTransform {
  transform(id: unknown, { metatype = Object }: ArgumentMetadata): object {
    return Object.assign(new (metatype as new () => object)(), { id, name: 'Ada' });
  }
}

const checks = new ValidationPipe({ transform: true });

@Controller()
class Routes {
  @Get('path/:id') path(@Param('id', UserById) { name }: User): string {
    return name;
  }
  @Get('path-int/:id') pathInt(@Param('id', ParseIntPipe, UserById) { name }: User): string {
    return name;
  }
  @Get('path-bool/:id') pathBool(@Param('id', ParseBoolPipe, new UserById()) { name }: User): string {
    return name;
  }
  @Get('path-described/:id')
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  pathDescribed(@Param('id', UserById) { name }: User): string {
    return name;
  }
  @Get('query') query(@Query('id', UserById) { name }: User): string {
    return name;
  }
  @Get('query-int') queryInt(@Query('id', ParseIntPipe, UserById) { name }: User): string {
    return name;
  }
  @Post('body') @HttpCode(200) body(@Body('user', UserById) { name }: User): string {
    return name;
  }
  @Post('body-int') @HttpCode(200) bodyInt(@Body('user', ParseIntPipe, UserById) { name }: User): string {
    return name;
  }
  @Post('body-checked')
  @HttpCode(200)
  bodyChecked(@Body('user', checks, UserById) { name }: User): string {
    return name;
  }
  @Post('price') @HttpCode(200) price(@Body(checks) { label }: Price): string {
    return label;
  }
}

@Module({ controllers: [Routes] })
class App {}

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly isValid: boolean;
}

/** Returns generated requests of each route, and whether the document accepts them. */
function requestsOf({ paths, components }: OpenApiDocument): Asked[] {
  const defs = (components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
  const accepts = (schema: Schema) => ajv.compile({ ...schema, components: { schemas: defs } });
  const samples = (schema: Schema): unknown[] => {
    const values = valuesOf(schema, { defs, depth: 0 });
    return [
      ...fc.sample(values, { numRuns: COUNT, seed: SEED }),
      ...fc.sample(mutationsOf(fc, values, ['user', 'amount', 'id']), { numRuns: COUNT, seed: SEED }),
    ].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  };
  return Object.entries(paths).flatMap(([path, { get, post }]): Asked[] => {
    if (post !== undefined) {
      const { content } = post.requestBody as { content: Record<string, { schema: Schema }> };
      const { schema } = content['application/json']!;
      const judge = accepts(schema);
      // Nest reads members of a list, too: JSON objects are documented.
      const bodies = samples(schema).filter(
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      );
      return bodies.map((body) => ({ path, body, isValid: judge(body) }));
    }
    const [parameter] = get!.parameters as { name: string; in: string; schema: Schema }[];
    const judge = accepts(parameter!.schema);
    const texts = [...samples(parameter!.schema), 'seven', '7', 'true', '-1', '1.5']
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(String)
      .filter((text) => /^(?!\.{1,2}$)[^/\\\p{Surrogate}]{1,80}$/u.test(text));
    return [...new Set(texts)].map((text) => {
      const sent = encodeURIComponent(text);
      return {
        path: parameter!.in === 'path' ? path.replace('{id}', sent) : `${path}?id=${sent}`,
        isValid: readings(text).some((value) => judge(value)),
      };
    });
  });
}

/** A text in a URL may be a number or a boolean. */
function readings(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}

test.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('%s: accepts what the document accepts', async (_, adapter) => {
  const app = await NestFactory.create(App, adapter() as never, { logger: false });
  const document = nestDocs(app, {
    info: { title: 'Pipes', version: '1' },
    nullableOptional: true,
  }).buildSpec();
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const wrong: unknown[] = [];
  const outcomes = new Set<string>();
  for (const asked of requestsOf(document)) {
    const { path, body, isValid } = asked;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const { status } = await fetch(origin + path, body === undefined ? {} : init);
    outcomes.add(`${status}`);
    if (status !== (isValid ? 200 : 400)) wrong.push({ ...asked, status });
  }
  expect(wrong).toEqual([]);
  expect([...outcomes].sort()).toEqual(['200', '400']);
  await app.close();
});
