import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ValidationPipe, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenApiDocument } from '../../../src/index.js';
import { fromDocumentBuilder } from '../../../src/nest/swagger/document-builder.js';
import { compareDocuments, type DocumentComparison } from '../../../src/tools/migrate/compare.js';
import { nestDocs } from '../../../src/nest/nest-docs.js';
import { CatsModule } from '../../fixtures/nest/cats.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';

const guide = readFileSync(path.join(__dirname, '../../../docs/coming-from-nestjs-swagger.md'), 'utf8');

describe('the application that docs/coming-from-nestjs-swagger.md moves', () => {
  let app: INestApplication;
  let comparison: DocumentComparison;
  let ours: OpenApiDocument;
  let disagreements: string[];

  beforeAll(async () => {
    app = await NestFactory.create(CatsModule, { logger: false, preview: true });
    app.useGlobalPipes(new ValidationPipe());
    const built = new DocumentBuilder().setTitle('Cats').setVersion('1.0').addBearerAuth().build();
    const theirs = SwaggerModule.createDocument(app, built);
    const docs = nestDocs(app, { ...fromDocumentBuilder(built), routes: { operationId: 'nestjs-swagger' } });
    ours = docs.buildSpec();
    comparison = compareDocuments(theirs, ours);
    disagreements = docs
      .diagnostics({ notes: true })
      .flatMap(({ code, places }) => (code === 'contradicts-rules' ? places : []));
  });

  afterAll(() => app.close());

  it('has every operation, property and word that @nestjs/swagger documents', async () => {
    await expectValidDocument(ours);
    const lost = comparison.differences.filter(
      ({ kind, what }) =>
        kind === 'said-more' &&
        ['operation', 'property', 'component', 'parameter', 'description', 'examples'].includes(what),
    );
    expect(lost).toEqual([]);
    expect(ours.components?.schemas).toHaveProperty('Kitten');
    expect(ours.paths['/cats']?.get).toMatchObject({
      summary: 'All cats',
      tags: ['cats'],
      security: [{ bearer: [] }],
    });
  });

  it('differs as the guide shows', () => {
    const show = (value: unknown): string => (value === undefined ? '–' : `\`${JSON.stringify(value)}\``);
    const contradictions = comparison.differences.filter(({ kind }) => kind === 'contradicts');
    const others = comparison.differences.filter(({ kind }) => kind !== 'contradicts');
    const rows = contradictions.map(({ place, what, theirs, ours: own }) =>
      [place, what, show(theirs), show(own)].join(' | '),
    );
    const [, example = ''] = guide.split('## Example of a comparison');
    const printed = [...example.matchAll(/^\| (.*?)\s*\|$/gm)].map(([, row = '']) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    );
    expect(printed.slice(2)).toEqual(rows);
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['more-precise']));
    expect(example).toContain(`In ${others.length} other places, `);
  });

  it('reports each disagreement between decorators and validators', () => {
    expect([...new Set(disagreements)].sort()).toEqual([
      'CreateCat.age',
      'CreateCat.nickname',
      'CreateCat.tags',
      'UpdateCat.age',
    ]);
  });
});
