import { Body, Controller, createParamDecorator, Get, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiBody, ApiHeader, ApiQuery } from '@nestjs/swagger';
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
