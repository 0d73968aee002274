import {
  Body,
  Controller,
  createParamDecorator,
  Get,
  Module,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  Query,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBody, ApiHeader, ApiParam, ApiQuery } from '@nestjs/swagger';
import { IsInt } from 'class-validator';
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
  @Returns(null)
  find(
    @Param('id', ParseUUIDPipe) _id: string,
    @Query('page', ParseIntPipe) _page: number,
    @Query('limit', new ParseIntPipe({ optional: true })) _limit: number,
    @Query('size', new ParseEnumPipe(Size)) _size: Size,
    @Query('text') _text: string,
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
  ]);
});
