import {
  Body,
  Controller,
  Get,
  type INestApplication,
  Module,
  Post,
  Query,
  UploadedFile,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileInterceptor } from '@nestjs/platform-express';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import { ReadOnly, Required, Returns } from '../../../src/index.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';

// What Nest does in another way than the decorators of a class suggest: what is sent, and what a diagnostic tells.

class Account {
  @ReadOnly() @IsOptional() @IsString() role?: string;
  @IsString() name!: string;
}
class Switch {
  @Type(() => Boolean) @IsBoolean() on!: boolean;
}
class Owner {
  @IsInt() id!: number;
  @Exclude() @IsString() password!: string;
  @Expose() get label(): string {
    return `Owner ${this.id}`;
  }
}
class Shop {
  @Type(() => Owner) owner!: Owner;
}
class Ledger {
  @Required() total!: bigint;
}

const owner = (): Owner => Object.assign(new Owner(), { id: 1, password: 'p' });

@Controller()
class Differences {
  @Post('account') account(@Body() account: Account): object {
    return { ...account };
  }

  @Get('switch') switch(@Query() query: Switch): object {
    return { on: query.on };
  }

  @Get('shop') @Returns(Shop) shop(): object {
    return Object.assign(new Shop(), { owner: owner() });
  }

  @Get('ledger') ledger(): Ledger {
    return Object.assign(new Ledger(), { total: 1n });
  }

  @Get('created') @Returns(201, Owner) created(): object {
    return owner();
  }

  @Get('list') @Returns([Owner]) list(): Owner {
    return owner();
  }

  @Get('described') @ApiOkResponse({ type: Owner }) described(): object {
    return owner();
  }

  @Get('text') @Returns(String) text(): unknown {
    return 'a';
  }

  @Post('file')
  @UseInterceptors(FileInterceptor('file'))
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', properties: { upload: { type: 'string', format: 'binary' } } } })
  file(@UploadedFile() file: object): object {
    return { isThere: file !== undefined };
  }
}

@Controller('limited')
class Limited {
  @Post() @UseInterceptors(FileInterceptor('file', { limits: { fileSize: 10 } })) file(
    @UploadedFile() file: object,
  ): object {
    return { isThere: file !== undefined };
  }
}

@Module({ controllers: [Differences, Limited] })
class App {}

let app: INestApplication;
let origin: string;
let told: Map<string, readonly string[]>;
let documented: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;

beforeAll(async () => {
  app = await NestFactory.create(App, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  await app.listen(0, '127.0.0.1');
  origin = await app.getUrl();
  documented = docs.buildSpec().paths as never;
  told = new Map(docs.diagnostics().map(({ code, places }) => [code, places]));
});
afterAll(() => app.close());

async function get(path: string): Promise<unknown> {
  const response = await fetch(origin + path);
  return response.ok ? response.json() : response.status;
}

test('a pipe passes @ReadOnly members', async () => {
  const body = JSON.stringify({ name: 'a', role: 'admin' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/account`, { method: 'POST', headers, body });
  expect(await response.json()).toEqual({ name: 'a', role: 'admin' });
  expect(told.get('read-only-but-passed')).toEqual(['Account.role']);
});

test('class-transformer makes true of the text "false"', async () => {
  expect(await get('/switch?on=false')).toEqual({ on: true });
  expect(told.get('text-rejected')).toEqual(['Switch.on']);
});

test('without a serializer, excluded members of members are sent, and getters are not', async () => {
  expect(await get('/shop')).toEqual({ owner: { id: 1, password: 'p' } });
  const places = ['shop', 'created', 'list', 'described'].map((name) => `Differences.${name}`);
  expect(told.get('excluded-but-sent')).toEqual(places);
  expect(told.get('getter-not-sent')).toEqual(places);
});

test('a bigint is a 500', async () => {
  expect(await get('/ledger')).toBe(500);
  expect(told.get('bigint-not-sent')).toEqual(['Ledger.total']);
});

test('the status of @Returns is not that of the handler, which is documented', async () => {
  expect((await fetch(`${origin}/created`)).status).toBe(200);
  expect(Object.keys(documented['/created']!.get!.responses)).toEqual(['200']);
  expect(told.get('status-not-sent')).toEqual(['Differences.created']);
});

test('a list of @Returns contradicts a recorded class', async () => {
  expect(await get('/list')).toEqual({ id: 1, password: 'p' });
  expect(told.get('response-contradicts-type')).toEqual(['Differences.list']);
});

test('a text of @Returns is documented as it is sent', async () => {
  const response = await fetch(`${origin}/text`);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(Object.keys(documented['/text']!.get!.responses['200']!.content!)).toEqual(['text/html']);
});

test('a form of the document is refused, if the interceptor takes another field', async () => {
  const form = new FormData();
  form.set('upload', new Blob(['a']), 'a.txt');
  expect((await fetch(`${origin}/file`, { method: 'POST', body: form })).status).toBe(400);
  expect(told.get('upload-not-described')).toEqual(['Differences.file']);
});

test('the size limit of a file interceptor is 413, which is documented', async () => {
  const form = new FormData();
  form.set('file', new Blob(['more than ten bytes']), 'a.txt');
  expect((await fetch(`${origin}/limited`, { method: 'POST', body: form })).status).toBe(413);
  expect(Object.keys(documented['/limited']!.post!.responses)).toContain('413');
  expect(Object.keys(documented['/file']!.post!.responses)).not.toContain('413');
});

test('the page cannot be mounted when Nest responds to unknown paths already', () => {
  const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
  expect(() => docs.mount(app, '/late')).toThrow(/comes after app\.listen\(\) or app\.init\(\)/);
});
