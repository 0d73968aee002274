import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Module,
  Post,
  SerializeOptions,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  ApiCreatedResponse,
  ApiOkResponse,
  ApiProperty,
  getSchemaPath,
  ApiExtraModels,
} from '@nestjs/swagger';
import { Exclude, Expose } from 'class-transformer';
import type { OpenApiDocument } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

class User {
  @ApiProperty() @Expose() name!: string;
  @ApiProperty() @Expose({ groups: ['admin'] }) secret!: string;
  @ApiProperty() @Expose({ since: 2 }) mail!: string;
  @ApiProperty() plain!: string;
  @ApiProperty() @Exclude({ toPlainOnly: true }) hash!: string;
}

function makeUser(): User {
  return Object.assign(new User(), { name: 'n', secret: 's', mail: 'm', plain: 'p', hash: 'h' });
}

@ApiExtraModels(User)
@Controller('users')
@SerializeOptions({ groups: ['admin'] })
class UsersController {
  @Get('controller')
  @ApiOkResponse({ type: User })
  ofController(): Promise<User> {
    return Promise.resolve(makeUser());
  }

  @Get('version')
  @SerializeOptions({ version: 1 })
  @ApiOkResponse({ type: () => User })
  ofVersion(): Promise<User> {
    return Promise.resolve(makeUser());
  }

  @Get('strategy')
  @SerializeOptions({ strategy: 'excludeAll' })
  @ApiOkResponse({ type: User })
  ofStrategy(): Promise<User> {
    return Promise.resolve(makeUser());
  }

  @Post('created')
  @SerializeOptions({ groups: ['admin'], strategy: 'excludeAll', version: 2 })
  @ApiCreatedResponse({ schema: { $ref: getSchemaPath(User) } })
  created(): Promise<User> {
    return Promise.resolve(makeUser());
  }

  @Get('list')
  @SerializeOptions({ groups: ['other'] })
  @ApiOkResponse({ type: [User] })
  list(): Promise<User[]> {
    return Promise.resolve([makeUser()]);
  }
}

@Module({ controllers: [UsersController] })
class UsersModule {}

/** Returns the names of the properties of a success of an operation. */
function documented(document: OpenApiDocument, path: string): string[] {
  const item = document.paths[path];
  const operation = (item?.get ?? item?.post) as unknown as Loose;
  let [schema] = Object.entries(operation.responses as Loose).flatMap(([status, response]) =>
    status.startsWith('2') ? [response.content?.['application/json']?.schema as Loose] : [],
  );
  schema = schema?.items ?? schema;
  const name = String(schema?.$ref).split('/').at(-1) ?? '';
  const component = ((document.components?.schemas ?? {}) as unknown as Record<string, Loose>)[name];
  return Object.keys(component?.properties as object).sort();
}

// oxlint-disable-next-line typescript/no-explicit-any -- a document is read here as a client reads it
type Loose = Record<string, any>;

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('a response that @nestjs/swagger declares, under @SerializeOptions, on %s', (_, adapter) => {
  let app: INestApplication;
  let document: OpenApiDocument;

  beforeAll(async () => {
    app = await NestFactory.create(UsersModule, adapter() as never, { logger: false });
    app.useGlobalInterceptors(new ClassSerializerInterceptor(new Reflector()));
    document = nestDocs(app, { info: { title: 'Users', version: '1' } }).buildSpec();
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  test.each(['controller', 'version', 'strategy', 'created', 'list'])(
    'has the properties that /users/%s sends',
    async (name) => {
      const method = name === 'created' ? 'POST' : 'GET';
      const response = await fetch(`${await app.getUrl()}/users/${name}`, { method });
      expect(response.status).toBe(method === 'POST' ? 201 : 200);
      const [sent] = [(await response.json()) as object | object[]].flat();
      expect(documented(document, `/users/${name}`)).toEqual(Object.keys(sent ?? {}).sort());
    },
  );
});
