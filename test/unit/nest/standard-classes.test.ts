import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Post,
  Query,
  StandardSchemaValidationPipe,
} from '@nestjs/common';
import { APP_PIPE, NestFactory } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { nestDocs } from '../../../src/nest/index.js';
import type { Docs } from '../../../src/index.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import type { RequestBodyObject } from '../../../src/documents/openapi/types/document.js';

/** What createZodDto of nestjs-zod 5 makes: a class, its like for responses, and a factory for its own cleanup. */
function createZodDto(schema: z.ZodType): new () => object {
  const factory = (): object => ({
    name: { type: '', required: true, 'x-nestjs_zod-empty-type': true, $ref: '#/$defs/Toy' },
  });
  return class {
    static readonly schema = schema;
    static get Output(): object {
      return Object.defineProperty(createZodDto(schema), 'name', { value: `${this.name}_Output` });
    }
    static _OPENAPI_METADATA_FACTORY(): object {
      return factory();
    }
  };
}

const Toy = z.object({ label: z.string() }).meta({ id: 'Toy' });

class CreateCat extends createZodDto(
  z.object({ name: z.string().min(1).nullable(), age: z.coerce.number().default(3), toys: z.array(Toy) }),
) {}
class Filter extends createZodDto(
  z.object({ page: z.coerce.number().int().min(1).max(9), text: z.string().optional() }),
) {}
class Cat extends createZodDto(
  z.object({ name: z.string(), toys: z.array(Toy), size: z.string().default('M') }),
) {}
class Unreadable {
  static readonly schema = { '~standard': { version: 1, vendor: 'old-zod', validate: () => ({ value: 1 }) } };
}

class SchemaPipe {
  transform(value: unknown): unknown {
    return value;
  }
}

const output = (type: unknown): never => (type as { Output: never }).Output;

@Controller('cats')
class Cats {
  @Get()
  @ApiOkResponse({ type: [output(Cat)] })
  find(@Query() filter: Filter): unknown {
    return filter;
  }

  @Post()
  create(@Body() cat: CreateCat): Cat {
    return cat;
  }

  @Post('again')
  @HttpCode(200)
  @ApiOkResponse({ type: output(Cat) })
  again(@Body() cat: CreateCat): unknown {
    return cat;
  }
}

class OfZod3 extends Unreadable {
  static _OPENAPI_METADATA_FACTORY(): object {
    return { name: { type: 'string', required: true, nullable: true } };
  }
}

@Controller('old')
class Old {
  @Post()
  create(@Body() cat: Unreadable): OfZod3 {
    return cat;
  }
}

async function documented(controller: new () => object, providers: object[] = []): Promise<Docs> {
  class App {}
  Module({ controllers: [controller], providers: providers as never })(App);
  const app = await NestFactory.create(App, { logger: false });
  return nestDocs(app, { info: { title: 'Cats', version: '1' } });
}

describe('classes that a library made of a Standard Schema', () => {
  test('are the components, parameters and bodies that their schema describes', async () => {
    const docs = await documented(Cats, [{ provide: APP_PIPE, useClass: SchemaPipe }]);
    const { paths, components } = docs.buildSpec();
    const { get, post } = paths?.['/cats'] ?? {};
    expect(get?.parameters).toEqual([
      { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } },
      { name: 'text', in: 'query', schema: { type: 'string' } },
    ]);
    expect(post?.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateCat' } } },
    });
    const toys = { type: 'array', items: { $ref: '#/components/schemas/Toy' } };
    expect(components?.schemas?.CreateCat).toEqual({
      type: 'object',
      properties: {
        name: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
        age: { type: 'number', default: 3 },
        toys,
      },
      required: ['name', 'toys'],
    });
    expect(components?.schemas?.Cat_Output).toMatchObject({ required: ['name', 'toys', 'size'] });
    expect(Object.keys(components?.schemas ?? {})).toEqual([
      'Cat',
      'Cat_Output',
      'CreateCat',
      'HttpError',
      'Toy',
    ]);
    expect(JSON.stringify(components)).not.toContain('x-nestjs_zod');
    expect(docs.diagnostics({ notes: true })).toEqual([]);
  });

  test('are reported where no pipe validates them', async () => {
    const docs = await documented(Cats);
    expect(docs.diagnostics({ notes: true }).map(({ code }) => code)).toEqual(['body-not-validated']);
  });

  test('get an open schema and a remedy if the library gives no JSON Schema', async () => {
    const docs = await documented(Old, [{ provide: APP_PIPE, useClass: SchemaPipe }]);
    const { schemas } = docs.buildSpec().components ?? {};
    expect(schemas?.Unreadable).toEqual({});
    expect(schemas?.OfZod3).toMatchObject({ properties: { name: { type: ['string', 'null'] } } });
    const [told] = docs.diagnostics({ notes: true });
    expect(told?.message).toContain('Use Zod 4.2');
    expect(docs.diagnostics({ notes: true })).toHaveLength(1);
  });
});

test('schemas of arguments keep their references', async () => {
  const tree = z.object({
    name: z.string(),
    toy: Toy,
    get branches() {
      return z.array(tree);
    },
  });
  @Controller('trees')
  class Trees {
    @Post()
    @ApiOkResponse({ type: String })
    create(@Body({ schema: tree }) body: object): unknown {
      return body;
    }
    @Get()
    @ApiOkResponse({ type: String })
    find(@Query({ schema: z.object({ toy: Toy.optional(), other: Toy }) }) query: object): unknown {
      return query;
    }
  }
  const docs = await documented(Trees, [{ provide: APP_PIPE, useClass: StandardSchemaValidationPipe }]);
  const document = docs.buildSpec();
  await expectValidDocument(document);
  const toy = { $ref: '#/components/schemas/Toy' };
  const { get, post } = document.paths['/trees'] ?? {};
  expect(get?.parameters).toMatchObject([
    { name: 'toy', schema: toy },
    { name: 'other', required: true, schema: toy },
  ]);
  const ajv = new Ajv2020({ strict: false }).addSchema({ ...document, $id: 'document' });
  const { content } = post!.requestBody as RequestBodyObject;
  const { schema } = content!['application/json']!;
  const accepts = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
  const leaf = { name: 'leaf', toy: { label: 'a' }, branches: [] };
  expect(accepts({ ...leaf, branches: [leaf] })).toBe(true);
  expect(accepts({ ...leaf, branches: [{ ...leaf, toy: {} }] })).toBe(false);
});

/** As in nestjs-zod: a class without a schema passes. */
class ZodValidationPipe {
  transform(value: unknown, { metatype }: { metatype?: { schema?: z.ZodType } }): unknown {
    return metatype?.schema === undefined ? value : metatype.schema.parse(value);
  }
}

const ZOD_PIPE = [{ provide: APP_PIPE, useClass: ZodValidationPipe }];

test('texts of a query that its schema rejects are reported', async () => {
  class Search extends createZodDto(
    z.object({
      page: z.number().int().min(5).optional(),
      isNew: z.boolean().optional(),
      ids: z.array(z.coerce.number().min(2)).optional(),
      colors: z.array(z.enum(['red', 'blue'])).optional(),
      sizes: z.array(z.number()).optional(),
      owners: z.array(z.uuid()).optional(),
      even: z.number().multipleOf(4).optional(),
      size: z.coerce.number().min(3),
      isOld: z.stringbool().optional(),
      all: z.preprocess((value) => [value].flat(), z.array(z.string())).optional(),
      text: z.string().min(3),
    }),
  ) {}
  @Controller('dogs')
  class Dogs {
    @Get()
    @ApiOkResponse({ type: String })
    find(@Query() search: Search): unknown {
      return search;
    }
    @Post()
    @HttpCode(200)
    @ApiOkResponse({ type: String })
    create(@Body() search: Search): unknown {
      return search;
    }
  }
  const docs = await documented(Dogs, ZOD_PIPE);
  const found = docs
    .diagnostics({ notes: true })
    .flatMap(({ code, places, message }) =>
      places.map((place) => `${code} ${place} ${/z\..+/.exec(message)?.[0]}`),
    );
  const flat = 'z.preprocess((value) => [value].flat(), z.array(…)).';
  expect(found).toEqual([
    'text-rejected Search.page z.coerce.number().',
    'text-rejected Search.even z.coerce.number().',
    'text-rejected Search.isNew z.stringbool().',
    `text-rejected Search.ids ${flat}`,
    `text-rejected Search.colors ${flat}`,
    `text-rejected Search.sizes ${flat}`,
    `text-rejected Search.owners ${flat}`,
  ]);
});

test('a class without a schema is not validated by the pipe of nestjs-zod', async () => {
  class Plain {
    @IsString() name!: string;
  }
  @Controller('plain')
  class Plains {
    @Post()
    @HttpCode(200)
    @ApiOkResponse({ type: String })
    create(@Body() plain: Plain): unknown {
      return plain;
    }
  }
  const docs = await documented(Plains, ZOD_PIPE);
  expect(docs.diagnostics().map(({ code }) => code)).toEqual(['body-not-validated']);
});
