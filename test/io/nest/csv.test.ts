import { Controller, Get, Header, type INestApplication, Module, Post, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { IsString } from 'class-validator';
import { csv, file, Returns } from '../../../src/index.js';
import { nestDocs, Operation } from '../../../src/nest/index.js';

class Row {
  @IsString() sku!: string;
}

const rows: Row[] = [{ sku: 'A' }];

@Controller()
class Rows {
  @Get('returns')
  @Returns(csv([Row]))
  returns(): Row[] {
    return rows;
  }

  @Get('content')
  @Operation({
    responses: { 200: { description: 'x', content: { 'application/json': [Row], 'text/csv': csv([Row]) } } },
  })
  content(): Row[] {
    return rows;
  }

  @Post('body')
  @Operation({ body: csv([Row]) })
  @Returns(null)
  body(): void {
    return undefined;
  }

  @Get('file')
  @Header('Content-Type', 'text/csv')
  @Returns(file('text/csv'))
  file(): StreamableFile {
    return new StreamableFile(Buffer.from('sku\r\nA\r\n'));
  }
}

@Module({ controllers: [Rows] })
class App {}

describe('CSV in Nest, which sends JSON', () => {
  let app: INestApplication;
  beforeAll(async () => {
    app = await NestFactory.create(App, new ExpressAdapter(), { logger: false });
  });
  afterAll(() => app.close());

  it('is an error, and the remedy works', async () => {
    const docs = nestDocs(app, { info: { title: 'T', version: '1' }, diagnostics: 'silent' });
    await app.listen(0, '127.0.0.1');
    const origin = await app.getUrl();
    docs.buildSpec();
    const found = docs.diagnostics().filter(({ code }) => code === 'csv-in-nest');
    expect(found.flatMap(({ places }) => places)).toEqual(['Rows.returns', 'Rows.content', 'Rows.body']);
    const typeOf = async (path: string): Promise<string | undefined> =>
      (await fetch(origin + path, { headers: { accept: 'text/csv' } })).headers
        .get('content-type')
        ?.split(';')[0];
    expect(await typeOf('/returns')).toBe('application/json');
    expect(await typeOf('/content')).toBe('application/json');
    expect(await typeOf('/file')).toBe('text/csv');
  });
});
