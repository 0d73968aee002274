import {
  Body,
  Controller,
  Get,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Sse,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { IsInt, IsString } from 'class-validator';
import { Returns, type OpenApiDocument, type OpenApiVersion } from '../../../src/index.js';
import { nestDocs, Operation } from '../../../src/nest/index.js';

class Cat {
  @IsInt() id!: number;
  @IsString() name!: string;
}

class Problem {
  @IsString() title!: string;
}

async function build(
  controllers: Type[],
  openapi: OpenApiVersion = '3.2',
): Promise<{ document: OpenApiDocument; told: string[] }> {
  class AppModule {}
  Module({ controllers })(AppModule);
  const app = await NestFactory.create(AppModule, { preview: true, logger: false, abortOnError: false });
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1' }, openapi });
  const document = docs.buildSpec();
  return {
    document,
    told: docs.diagnostics({ notes: true }).map(({ code, places }) => `${code} ${places.join(' ')}`),
  };
}

const CAT = { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } };

test('query and body of @Operation replace the inferred ones', async () => {
  class Filter {
    @IsString() name!: string;
  }
  class Page {
    @IsInt() page!: number;
  }
  @Controller('cats')
  class CatsController {
    @Operation({ query: Page })
    @Get()
    list(@Query() _filter: Filter): Cat[] {
      return [];
    }

    @Operation({ body: Cat })
    @Post()
    add(@Body() _body: Problem): Cat {
      return new Cat();
    }
  }
  const { document, told } = await build([CatsController]);
  expect(told.filter((one) => one.startsWith('invalid-field'))).toEqual([]);
  const { get, post } = document.paths['/cats'] ?? {};
  expect(get?.parameters).toEqual([expect.objectContaining({ name: 'page', in: 'query' })]);
  expect(post?.requestBody).toMatchObject({ content: CAT });
});

test('@Operation refuses both names of one input', () => {
  const fields = { query: Cat, queryParams: Cat };
  expect(() => Operation(fields)(class CatsController {})).toThrow(
    'CatsController: @Operation has query and queryParams, its other name. Remove one.',
  );
});

test('adds fields to the inferred operation, and keeps the other ones', async () => {
  @Operation({
    tags: ['Pets'],
    security: [{ bearerAuth: [] }],
    responses: { 404: { description: 'There is no such cat', schema: Problem }, '5XX': {} },
  })
  @Controller('cats')
  class CatsController {
    @Operation({
      summary: 'Finds a cat',
      description: 'By its **number**.',
      parameters: [{ name: 'id', in: 'path', description: 'The number of the cat' }],
      responses: { 200: { description: 'The cat' }, 404: { description: 'Gone' } },
    })
    @ApiOperation({ summary: 'Another', deprecated: true })
    @Get(':id')
    find(@Param('id', ParseIntPipe) _id: number): Cat {
      return new Cat();
    }

    @Operation({ tags: ['Imports'], responses: { 201: { schema: [Cat] } } })
    @Post()
    async import(): Promise<Cat[]> {
      return Promise.resolve([]);
    }

    @Operation(false)
    @Get('internal')
    internal(): Cat {
      return new Cat();
    }
  }

  const { document, told } = await build([CatsController]);
  expect(Object.keys(document.paths)).toEqual(['/cats/{id}', '/cats']);
  expect(document.paths['/cats/{id}']!.get).toMatchObject({
    summary: 'Finds a cat',
    description: 'By its **number**.',
    deprecated: true,
    tags: ['Pets'],
    security: [{ bearerAuth: [] }],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The number of the cat',
        schema: { type: 'integer' },
      },
    ],
    responses: {
      200: { description: 'The cat', content: CAT },
      404: { description: 'Gone', content: { 'application/json': {} } },
      '5XX': { description: 'Status 5XX' },
    },
  });
  expect(document.paths['/cats']!.post).toMatchObject({
    summary: 'Import',
    tags: ['Imports'],
    responses: {
      201: { description: 'Created', content: { 'application/json': { schema: { type: 'array' } } } },
    },
  });
  expect(told.filter((one) => one.startsWith('unknown-response'))).toEqual([]);
});

test('a controller is left out with all its handlers', async () => {
  @Operation(false)
  @Controller('hidden')
  class HiddenController {
    @Get() find(): Cat {
      return new Cat();
    }
  }
  expect((await build([HiddenController])).document.paths).toEqual({});
});

test.each([
  [null, 'needs an object of fields, or false'],
  ['summary', 'needs an object of fields, or false'],
  [{ responses: { 404: 'None' } }, 'has "None" for 404. Write { 404: { description: \'Not found\' } }.'],
])('reports %p as an error', (fields, message) => {
  const decorate = (): unknown => {
    class Wrong {
      @Operation(fields as never) find(): void {
        return undefined;
      }
    }
    return Wrong;
  };
  expect(decorate).toThrow(`Wrong.find: @Operation ${message}`);
});

test('reports one operationId for a whole controller, and a property, as errors', () => {
  class Wrong {
    name = '';
  }
  expect(() => {
    Operation({ operationId: 'one' })(Wrong);
  }).toThrow('Wrong: @Operation gives one operationId to all handlers; give each its own.');
  expect(() => {
    Operation({})(Wrong.prototype, 'name');
  }).toThrow('Wrong.name: @Operation decorates a handler or a controller');
});

test('a stream of events has the schema of one event', async () => {
  @Controller('events')
  class EventsController {
    @Returns(Cat) @Sse('typed') typed(): unknown {
      return undefined;
    }

    @Sse('untyped') untyped(): unknown {
      return undefined;
    }
  }
  const of = async (openapi: OpenApiVersion, path: string): Promise<unknown> =>
    (await build([EventsController], openapi)).document.paths[path]!.get!.responses['200'];
  const event = {
    type: 'object',
    properties: {
      data: { contentMediaType: 'application/json', contentSchema: { $ref: '#/components/schemas/Cat' } },
    },
  };
  expect(await of('3.2', '/events/typed')).toMatchObject({
    content: { 'text/event-stream': { itemSchema: event } },
  });
  expect(await of('3.1', '/events/typed')).toMatchObject({
    content: {
      'text/event-stream': { schema: { anyOf: [{ type: 'array', items: event }, { type: 'string' }] } },
    },
  });
  expect(await of('3.1', '/events/untyped')).toMatchObject({
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  });
});

test('the replacements of @nestjs/swagger decorators in docs/coming-from-nestjs-swagger.md give the same document', async () => {
  const theirs = (): Type => {
    @ApiTags('Pets')
    @ApiBearerAuth()
    @Controller('cats')
    class CatsController {
      @ApiOperation({ summary: 'Finds', description: 'One', deprecated: true, operationId: 'findCat' })
      @ApiParam({ name: 'id', description: 'Its number' })
      @ApiOkResponse({ type: Cat, description: 'OK' })
      @ApiResponse({ status: 404, description: 'None', type: Problem })
      @ApiExtension('x-team', 'cats')
      @Get(':id')
      async find(@Param('id', ParseIntPipe) _id: number): Promise<Cat> {
        return Promise.resolve(new Cat());
      }

      @ApiBody({ description: 'All of it', type: Cat, required: false })
      @Put()
      put(@Body() _cat: Cat): Cat {
        return new Cat();
      }

      @ApiExcludeEndpoint()
      @Get()
      internal(): Cat {
        return new Cat();
      }
    }
    return CatsController;
  };
  const ours = (): Type => {
    @Operation({ tags: ['Pets'], security: [{ bearer: [] }] })
    @Controller('cats')
    class CatsController {
      @Operation({
        ...{
          summary: 'Finds',
          description: 'One',
          deprecated: true,
          operationId: 'findCat',
          'x-team': 'cats',
        },
        parameters: [{ name: 'id', in: 'path', description: 'Its number' }],
      })
      @Returns(Cat)
      @Returns(404, Problem, { description: 'None' })
      @Get(':id')
      async find(@Param('id', ParseIntPipe) _id: number): Promise<Cat> {
        return Promise.resolve(new Cat());
      }

      @Operation({ requestBody: { description: 'All of it' } })
      @Put()
      put(@Body() _cat: Cat): Cat {
        return new Cat();
      }

      @Operation(false)
      @Get()
      internal(): Cat {
        return new Cat();
      }
    }
    return CatsController;
  };
  expect((await build([ours()])).document).toEqual((await build([theirs()])).document);
});
