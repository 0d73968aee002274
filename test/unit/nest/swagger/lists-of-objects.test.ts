import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOkResponse, ApiProperty, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { type Constructor, jsonSchemaOf, type Schema } from '../../../../src/index.js';

const objects = { type: 'array', items: { type: 'object' } };

function propertiesOf(target: Constructor): Schema['properties'] {
  const { $defs = {} } = jsonSchemaOf(target, { direction: 'output' }) as { $defs?: Record<string, Schema> };
  return $defs[target.name]?.properties;
}

it('documents a list of plain objects, however it is declared', () => {
  class Page {
    @ApiProperty({ type: [Object] }) list!: unknown;
    @ApiProperty({ type: Object, isArray: true }) flag!: object[];
    @ApiProperty({ type: () => [Object] }) thunk!: unknown;
    @ApiProperty({ type: 'object', isArray: true } as never) word!: unknown;
    @ApiProperty({ type: Object }) any!: unknown;
  }
  expect(propertiesOf(Page)).toEqual({
    list: objects,
    flag: objects,
    thunk: objects,
    word: objects,
    any: {},
  });
});

it('documents the list of the compiler plugin, also after @nestjs/swagger has stored it as a decorator', async () => {
  class Members {
    static _OPENAPI_METADATA_FACTORY(): object {
      return { data: { required: true, type: () => [Object] } };
    }
    declare data: object[];
  }
  @Controller()
  class MembersController {
    @ApiOkResponse({ type: Members }) @Get() list(): object {
      return {};
    }
  }
  @Module({ controllers: [MembersController] })
  class AppModule {}
  const before = propertiesOf(Members);
  const app = await NestFactory.create(AppModule, { preview: true, logger: false });
  SwaggerModule.createDocument(app, new DocumentBuilder().build());
  await app.close();
  expect(propertiesOf(Members)).toEqual(before);
  expect(before).toEqual({ data: objects });
});
