import {
  type ArgumentMetadata,
  Body,
  Controller,
  DefaultValuePipe,
  Get,
  Injectable,
  Module,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  type PipeTransform,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiParam, ApiQuery } from '@nestjs/swagger';
import { IsInt, IsString } from 'class-validator';
import type { OpenApiDocument } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class User {
  @IsInt() id!: number;
  @IsString() name!: string;
}

/** An entity of an ORM: no rule of class-validator. */
class Order {
  id!: number;
}

@Injectable()
class UserById implements PipeTransform {
  transform(id: unknown, { metatype = Object }: ArgumentMetadata): object {
    return Object.assign(new (metatype as new () => object)(), { id: Number(id), name: 'Ada' });
  }
}

@Injectable()
class Trim implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'string' ? value.trim() : value;
  }
}

const checks = new ValidationPipe({ transform: true });

@Controller()
class Pipes {
  @Get('path/:id') path(@Param('id', UserById) { name }: User): string {
    return name;
  }
  @Get('path-list/:id') pathList(@Param('id', Trim) _ids: string[]): string {
    return 'x';
  }
  @Get('path-number/:id') pathNumber(@Param('id', UserById) _id: number): string {
    return 'x';
  }
  @Get('path-int/:id') pathInt(@Param('id', ParseIntPipe, UserById) { name }: User): string {
    return name;
  }
  @Get('path-uuid/:id') pathUUID(@Param('id', ParseUUIDPipe, UserById) _user: User): string {
    return 'x';
  }
  @Get('path-instance/:id') pathInstance(@Param('id', new UserById()) { name }: User): string {
    return name;
  }
  @Get('path-described/:id')
  @ApiParam({ name: 'id', schema: { type: 'string', minLength: 2 } })
  pathDescribed(@Param('id', UserById) { name }: User): string {
    return name;
  }
  @Get('path-without-pipe/:id') pathWithoutPipe(@Param('id') _user: User): string {
    return 'x';
  }
  @Get('query') query(@Query('id', UserById) { name }: User): string {
    return name;
  }
  @Get('query-default') queryDefault(@Query('id', new DefaultValuePipe('7'), UserById) _user: User): string {
    return 'x';
  }
  @Get('query-number') queryNumber(@Query('id', Trim) _id: number): string {
    return 'x';
  }
  @Get('query-described')
  @ApiQuery({ name: 'id', type: Number })
  queryDescribed(@Query('id', UserById) { name }: User): string {
    return name;
  }
  @Post('body') body(@Body('user', UserById) { name }: User): string {
    return name;
  }
  @Post('body-order') bodyOrder(@Body('order', UserById) { id }: Order): string {
    return String(id);
  }
  @Post('body-int') bodyInt(@Body('user', ParseIntPipe, UserById) { name }: User): string {
    return name;
  }
  @Post('body-checked') bodyChecked(@Body('user', checks, UserById) { name }: User): string {
    return name;
  }
  @Post('body-checked-order') bodyCheckedOrder(@Body('order', checks, UserById) { id }: Order): string {
    return String(id);
  }
  @Post('body-whole') bodyWhole(@Body(Trim) { name }: User): string {
    return name;
  }
}

@Module({ controllers: [Pipes] })
class App {}

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };
const USER = { $ref: '#/components/schemas/User' };

/** Each route, the schema of its value, and a request that succeeds. */
const ROWS: readonly (readonly [path: string, schema: object, request: string | object, status?: number])[] =
  [
    ['/path/{id}', TEXT, '/path/seven'],
    ['/path-list/{id}', TEXT, '/path-list/a,b'],
    ['/path-number/{id}', TEXT, '/path-number/seven'],
    ['/path-int/{id}', { type: 'integer' }, '/path-int/7'],
    ['/path-uuid/{id}', UUID, '/path-uuid/0c95b3a8-6c9c-4b6f-9a1d-3f1f0f6b3b11'],
    ['/path-instance/{id}', TEXT, '/path-instance/seven'],
    ['/path-described/{id}', { type: 'string', minLength: 2 }, '/path-described/seven'],
    ['/path-without-pipe/{id}', TEXT, '/path-without-pipe/seven'],
    ['/query', TEXT, '/query?id=seven'],
    ['/query-default', { ...TEXT, default: '7' }, '/query-default'],
    ['/query-number', TEXT, '/query-number?id=seven'],
    ['/query-described', { type: 'number' }, '/query-described?id=7'],
    ['/body', {}, { user: 'seven' }],
    ['/body-order', {}, { order: [7] }],
    ['/body-int', { type: 'integer' }, { user: 7 }],
    ['/body-checked', USER, { user: { id: 7, name: 'Ada' } }],
    ['/body-checked-order', {}, { order: 7 }],
    ['/body-whole', USER, { id: 7, name: 'Ada' }],
  ];

/** Returns the schema of the only value that a route takes. */
function schemaIn({ paths, components }: OpenApiDocument, path: string): unknown {
  const { get, post } = paths[path] ?? {};
  const [parameter] = get?.parameters ?? [];
  if (parameter !== undefined) {
    expect(parameter).not.toHaveProperty('style');
    return 'schema' in parameter ? parameter.schema : undefined;
  }
  const content = (post!.requestBody as { content: Record<string, { schema: { $ref: string } }> }).content;
  const { schema } = content['application/json'] ?? {};
  const name = schema?.$ref.split('/').at(-1) ?? '';
  if (name === 'User') return schema;
  const { properties = {} } = components!.schemas![name] as { properties?: Record<string, unknown> };
  return Object.values(properties)[0];
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('pipes that make a value, on %s', (_, adapter) => {
  it('are documented as what they take', async () => {
    const app = await NestFactory.create(App, adapter() as never, { logger: false });
    const document = nestDocs(app, { info: { title: 'Pipes', version: '1' } }).buildSpec();
    await app.listen(0, '127.0.0.1');
    const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    for (const [path, schema, request] of ROWS) {
      expect([path, schemaIn(document, path)]).toEqual([path, schema]);
      const answer =
        typeof request === 'string'
          ? await fetch(origin + request)
          : await fetch(origin + path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(request),
            });
      expect([path, answer.ok]).toEqual([path, true]);
    }
    await app.close();
  });
});

it('a ValidationPipe of the application checks members before a pipe makes a value of them', async () => {
  const app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  const document = nestDocs(app, { info: { title: 'Pipes', version: '1' } }).buildSpec();
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  expect(await post('/body', { user: 'seven' })).toBe(400);
  expect(await post('/body', { user: { id: 7, name: 'Ada' } })).toBe(201);
  expect(schemaIn(document, '/body')).toEqual(USER);
  expect(await post('/body-order', { order: 7 })).toBe(201);
  expect(schemaIn(document, '/body-order')).toEqual({});
  expect(schemaIn(document, '/path/{id}')).toEqual(TEXT);
  await app.close();
});

it('members of a body that pipes validate are not reported', async () => {
  @Controller()
  class Members {
    @Post('list') list(@Body('users', new ParseArrayPipe({ items: User })) _users: User[]): string {
      return 'x';
    }
    @Post('one') one(@Body('user', checks) _user: User): string {
      return 'x';
    }
  }
  class MembersModule {}
  Module({ controllers: [Members] })(MembersModule);
  const app = await NestFactory.create(MembersModule, { logger: false });
  const docs = nestDocs(app, { info: { title: 'Pipes', version: '1' } });
  const { schemas } = docs.buildSpec().components!;
  expect(schemas).toMatchObject({
    MembersListBody: { properties: { users: { type: 'array', items: USER } }, required: ['users'] },
    MembersOneBody: { properties: { user: USER }, required: ['user'] },
  });
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  for (const [id, status] of [
    [7, 201],
    ['seven', 400],
  ] as const) {
    expect(await post('/list', { users: [{ id, name: 'Ada' }] })).toBe(status);
    expect(await post('/one', { user: { id, name: 'Ada' } })).toBe(status);
  }
  expect(docs.diagnostics()).toEqual([]);
  await app.close();
});
