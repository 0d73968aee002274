import {
  Body,
  Controller,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Module,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  Query,
  Res,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiDefaultResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiParam,
  ApiQuery,
  ApiResponse,
} from '@nestjs/swagger';
import { IsInt, IsString } from 'class-validator';
import { Returns } from '../../../src/index.js';
import { nestDocs, Operation } from '../../../src/nest/index.js';

class Cat {
  @IsInt() age!: number;
}

const Tenant = createParamDecorator(() => 'tenant');

@Controller('cats')
class CatsController {
  @Post('said') @ApiBody({ type: Cat }) @Returns(null) said(@Body() _cat: object): null {
    return null;
  }
  @Post('own') @Operation({ requestBody: { schema: Cat } }) @Returns(null) own(@Body() _cat: object): null {
    return null;
  }
  @Post('silent') @Returns(null) silent(@Body() _cat: object): null {
    return null;
  }

  @Get('said') @ApiQuery({ name: 'page' }) @Returns(null) list(@Query() _query: object): null {
    return null;
  }
  @Get('silent') @Returns(null) search(@Query() _query: object): null {
    return null;
  }

  @Get('tenant') @ApiHeader({ name: 'X-Tenant' }) @Returns(null) tenant(@Tenant() _tenant: string): null {
    return null;
  }
  @Get('stranger') @Returns(null) stranger(@Tenant() _tenant: string): null {
    return null;
  }
}

@Module({ controllers: [CatsController] })
class CatsModule {}

test('does not ask for parts that @ApiBody, @ApiQuery, @ApiHeader and @Operation document', async () => {
  const app = await NestFactory.create(CatsModule, { logger: false, preview: true });
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1' } });
  expect(docs.diagnostics({ notes: true }).map(({ code, places }) => `${code} ${places.join(' ')}`)).toEqual([
    'unknown-body CatsController.silent',
    'unknown-query CatsController.search',
    'unread-parameter CatsController.stranger',
  ]);
});

enum Size {
  Small = 'small',
  Large = 'large',
}

@Controller('dogs')
class DogsController {
  @Get(':id')
  @ApiParam({ name: 'id', type: String, description: 'Which' })
  @ApiQuery({ name: 'page', type: Number, required: false })
  @ApiQuery({ name: 'limit', type: 'number' })
  @ApiQuery({ name: 'size', type: String })
  @ApiQuery({ name: 'text', type: 'integer' })
  @ApiQuery({ name: 'owner', type: 'string', format: 'uuid' })
  @Returns(null)
  find(
    @Param('id', ParseUUIDPipe) _id: string,
    @Query('page', ParseIntPipe) _page: number,
    @Query('limit', new ParseIntPipe({ optional: true })) _limit: number,
    @Query('size', new ParseEnumPipe(Size)) _size: Size,
    @Query('text') _text: string,
    @Query('owner', new ParseUUIDPipe({ version: '4' })) _owner: string,
  ): null {
    return null;
  }
}

@Module({ controllers: [DogsController] })
class DogsModule {}

test('keeps what a pipe rejects beside the scalar type and the requirement of @ApiParam and @ApiQuery', async () => {
  const app = await NestFactory.create(DogsModule, { logger: false, preview: true });
  const { paths } = nestDocs(app, { info: { title: 'Dogs', version: '1' } }).buildSpec();
  expect(paths['/dogs/{id}']?.get?.parameters).toEqual([
    {
      name: 'id',
      in: 'path',
      description: 'Which',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    },
    { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'size', in: 'query', required: true, schema: { type: 'string', enum: ['small', 'large'] } },
    { name: 'text', in: 'query', required: true, schema: { type: 'integer' } },
    {
      name: 'owner',
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'uuid', pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4' },
    },
  ]);
});

class Named extends Cat {
  @IsString() name!: string;
}

@Controller('birds')
class BirdsController {
  @Post('less')
  @ApiBody({ schema: { type: 'object', properties: { age: { type: 'integer' } } } })
  @Returns(null)
  less(@Body() _cat: Named): null {
    return null;
  }
  @Post('other') @ApiBody({ type: Cat }) @Returns(null) other(@Body() _cat: Named): null {
    return null;
  }
  @Post('all')
  @ApiBody({
    schema: { type: 'object', required: ['age', 'name'], properties: { age: { type: 'integer' } } },
  })
  @Returns(null)
  all(@Body() _cat: Named): null {
    return null;
  }
  @Post('same') @ApiBody({ type: Named, description: 'A cat' }) @Returns(null) same(
    @Body() _cat: Named,
  ): null {
    return null;
  }
  @Post('more') @ApiBody({ type: Named }) @Returns(null) more(@Body() _cat: Cat): null {
    return null;
  }
  @Post('alternatives') @ApiBody({ schema: { oneOf: [{ type: 'object' }] } }) @Returns(null) alternatives(
    @Body() _cat: Named,
  ): null {
    return null;
  }
  @Post('open') @ApiBody({ schema: {} }) @Returns(null) open(@Body() _cat: Named): null {
    return null;
  }
}

@Module({ controllers: [BirdsController] })
class BirdsModule {}

describe('@ApiBody beside a class that a ValidationPipe validates', () => {
  async function findings(pipe?: ValidationPipe): Promise<string[]> {
    const app = await NestFactory.create(BirdsModule, { logger: false, preview: true });
    if (pipe) app.useGlobalPipes(pipe);
    const docs = nestDocs(app, { info: { title: 'Birds', version: '1' } });
    return docs
      .diagnostics({ notes: true })
      .filter(({ code }) => code === 'body-hidden')
      .map(({ message, places }) => `${places.join(' ')}: ${message}`);
  }

  test('reports required members that the documented body lacks', async () => {
    expect(await findings(new ValidationPipe())).toEqual([
      'BirdsController.less BirdsController.open: @ApiBody hides the class of the body: validation requires age, name, but @ApiBody does not. Add them to its required, or remove its schema or type, so that the class is documented.',
      'BirdsController.other: @ApiBody hides the class of the body: validation requires name, but @ApiBody does not. Add it to its required, or remove its schema or type, so that the class is documented.',
    ]);
  });

  test('reports nothing if nothing is validated', async () => {
    expect(await findings()).toEqual([]);
    expect(await findings(new ValidationPipe({ skipMissingProperties: true }))).toEqual([]);
  });
});

@Controller('fish')
class FishController {
  @Post('made') @ApiOkResponse({ type: Cat, description: 'Made' }) made(): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
  @Delete('gone') @ApiNoContentResponse() gone(): Promise<void> {
    return Promise.resolve();
  }
  @Get('typed') @ApiResponse({ status: 202 }) typed(): Cat {
    return new Cat();
  }
  @Post('right') @HttpCode(200) @ApiOkResponse({ type: Cat }) right(): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
  @Post('either') @ApiOkResponse({ type: Cat }) @ApiCreatedResponse({ type: Cat }) either(): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
  @Post('any') @ApiDefaultResponse({ type: Cat }) any(): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
  @Post('passed') @ApiOkResponse({ type: Cat }) passed(
    @Res({ passthrough: true }) _response: object,
  ): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
  @Post('own') @ApiOkResponse({ type: Cat }) @Returns(Cat) own(): Promise<Cat> {
    return Promise.resolve(new Cat());
  }
}

@Module({ controllers: [FishController] })
class FishModule {}

test('documents the status that the handler sends beside another one of @ApiResponse, and reports it', async () => {
  const app = await NestFactory.create(FishModule, { logger: false, preview: true });
  const docs = nestDocs(app, { info: { title: 'Fish', version: '1' } });
  const { paths } = docs.buildSpec();
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } };
  expect(paths['/fish/made']?.post?.responses).toEqual({
    200: { description: 'Made', content },
    201: { description: 'Made', content },
  });
  expect(paths['/fish/gone']?.delete?.responses).toEqual({
    200: { description: 'OK' },
    204: { description: '' },
  });
  expect(paths['/fish/typed']?.get?.responses).toMatchObject({ 200: { content }, 202: {} });
  const found = docs.diagnostics().filter(({ code }) => code === 'status-not-sent');
  expect(found.map(({ places, message }) => `${places.join(' ')}: ${message}`)).toEqual([
    'FishController.made: @ApiResponse documents 200, but the handler responds with 201. Add @HttpCode(200), or document 201.',
    'FishController.gone: @ApiResponse documents 204, but the handler responds with 200. Add @HttpCode(204), or document 200.',
    'FishController.typed: @ApiResponse documents 202, but the handler responds with 200. Add @HttpCode(202), or document 200.',
  ]);
});
