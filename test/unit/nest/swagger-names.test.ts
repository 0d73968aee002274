import {
  All,
  Controller,
  Get,
  Module,
  Post,
  Version,
  VersioningType,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOperation, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { nestDocs } from '../../../src/nest/nest-docs.js';

@Controller('cats')
class CatsController {
  @Get() find(): string {
    return '';
  }
  @Get(['old', 'ancient']) aliases(): string {
    return '';
  }
  @Post() @ApiOperation({ operationId: 'mine' }) create(): string {
    return '';
  }
  @All('any') any(): string {
    return '';
  }
}

@Controller({ path: 'dogs', version: '1' })
class DogsController {
  @Get() find(): string {
    return '';
  }
  @Get('later') @Version(['2', '3']) later(): string {
    return '';
  }
}

@Module({ controllers: [CatsController, DogsController] })
class PetsModule {}

/** Returns the ids by operation; `@All` has more methods there than here. */
function idsIn(document: object): Record<string, string> {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> };
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]): [string, string] => [`${method} ${path}`, one.operationId]),
  );
  return Object.fromEntries(entries.filter(([place]) => !/^(?:search|query) /.test(place)).sort());
}

test.each<[string, (app: INestApplication) => unknown]>([
  ['no versioning', () => undefined],
  ['versions in the path', (app) => app.enableVersioning({ type: VersioningType.URI })],
  [
    'versions in the path, with a prefix of their own',
    (app) => app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI, prefix: 'version-' }),
  ],
  [
    'versions in a header',
    (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'X-Version' }),
  ],
])("operationId: 'nestjs-swagger' keeps the ids of @nestjs/swagger: %s", async (_, settle) => {
  const app = await NestFactory.create(PetsModule, { preview: true, logger: false });
  settle(app);
  const theirs = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const docs = nestDocs(app, {
    info: { title: 'Pets', version: '1' },
    routes: { operationId: 'nestjs-swagger' },
  });
  expect(idsIn(docs.buildSpec())).toEqual(idsIn(theirs));
  await app.close();
});
