import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Docs, OpenApiDocument } from '../../../src/index.js';
import { ExchangeRecorder } from '../../../src/tools/testing.js';
import { nestDocs, type NestDocsConfig } from '../../../src/nest/index.js';
import { CatsModule } from '../../fixtures/nest/facts/cats.js';
import { createProject, type Project } from '../../support/extract/project.js';

const INFO = { info: { title: 'Cats', version: '1.0.0' } };
const FIXTURE = path.resolve('test/fixtures/nest/facts/cats.ts');

@Module({ imports: [CatsModule] })
class Root {}

let app: INestApplication;
let project: Project;
let origin: string;

beforeAll(async () => {
  const packages = { 'class-transformer': 'class-transformer', 'class-validator': 'class-validator' };
  const options = { strict: true, esModuleInterop: true };
  project = createProject({ 'src/cats.ts': readFileSync(FIXTURE, 'utf8') }, options, packages);
  app = await NestFactory.create(Root, new ExpressAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
});

afterAll(async () => {
  await app.close();
  project.remove();
});

type Content = Readonly<Record<string, { readonly schema?: unknown } | undefined>>;

function answersOf({ paths }: OpenApiDocument, route: string): Content | undefined {
  const answer = paths[`/cats${route}`]?.get?.responses?.[200] as { readonly content?: Content } | undefined;
  return answer?.content;
}

interface Documented {
  readonly docs: Docs;
  readonly document: OpenApiDocument;
  readonly unknown: readonly string[];
}

function document(config: Partial<NestDocsConfig>): Documented {
  const docs = nestDocs(app, { ...INFO, ...config });
  const found = docs.diagnostics({ notes: true });
  return {
    docs,
    document: docs.buildSpec(),
    unknown: found
      .filter(({ code }) => code === 'unknown-response' || code === 'void-or-unwritten')
      .flatMap(({ places }) => places),
  };
}

// In this order, since facts apply to the classes of the process.
test('without facts, every promise is unknown', () => {
  const { unknown, document: before } = document({});
  expect(unknown).toHaveLength(10);
  expect(before.components?.schemas).not.toHaveProperty('Cat');
  expect(document({ facts: false }).document).toEqual(before);
});

describe('with facts', () => {
  let found: Documented;

  beforeAll(async () => {
    const file = path.join(project.folder, 'dtospec-facts.json');
    writeFileSync(file, JSON.stringify(await project.extract()));
    found = document({ facts: file });
  });

  const schemaOf = (route: string): unknown => answersOf(found.document, route)?.['application/json']?.schema;

  test('only what the types do not tell stays unknown', () => {
    expect(found.unknown).toEqual([
      'CatsController.anything',
      'CatsController.enveloped',
      'CatsController.itself',
    ]);
  });

  test('answers are those of the types', () => {
    const cat = { $ref: '#/components/schemas/Cat' };
    expect(schemaOf('/all')).toEqual({ type: 'array', items: cat });
    expect(schemaOf('/page')).toEqual({ $ref: '#/components/schemas/PageOfCat' });
    expect(schemaOf('/later')).toEqual(cat);
    expect(schemaOf('/names')).toEqual({ type: 'array', items: { type: 'string' } });
    expect(schemaOf('/maybe')).toEqual({ $ref: '#/components/schemas/Owner' });
    expect(found.document.paths['/cats']?.post?.responses?.[201]).not.toHaveProperty('content');
  });

  test('a component has types, comments and names of enums', () => {
    expect(found.document.components?.schemas).toMatchObject({
      Cat: {
        description: 'A cat of the shelter.',
        properties: {
          name: { type: 'string', description: 'Its name.', examples: ['Tom'] },
          age: { type: 'number', deprecated: true },
          born: { type: 'string', format: 'date-time' },
          mood: { $ref: '#/components/schemas/Mood' },
          tags: { type: 'array', items: { type: 'string' } },
          owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
        },
        required: ['name', 'born', 'mood', 'tags', 'owner'],
      },
      Mood: { type: 'string', enum: ['calm', 'wild'], description: '- `calm`: Sleeps\n- `wild`: Bites' },
      PageOfCat: { required: ['items', 'total'] },
    });
  });

  test('the comment of a handler describes its operation', () => {
    expect(found.document.paths['/cats/state']?.get).toMatchObject({
      description: 'The state of the service.',
      summary: 'State',
    });
  });

  test('decorators win: an excluded property stays out', () => {
    const { Owner } = found.document.components!.schemas!;
    expect(Owner).toEqual({
      type: 'object',
      properties: { id: { type: 'number' }, city: { type: 'string', enum: ['Rome', 'Oslo'] } },
      required: ['id', 'city'],
    });
  });

  test('a request has the properties without rules, none of them required', () => {
    expect(found.document.components?.schemas?.CreateCat).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        mood: { $ref: '#/components/schemas/Mood', default: 'calm' },
        nested: { type: 'object', properties: { wild: { type: 'boolean' } } },
      },
      required: ['name'],
    });
  });

  test.each(['/all', '/page', '/later', '/state', '/names', '/maybe'])(
    'what GET /cats%s sends satisfies its schema',
    async (route) => {
      const text = await (await fetch(`${origin}/cats${route}`)).text();
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      const schema = { components: found.document.components, ...(schemaOf(route) as object) };
      // For null, Nest sends an empty body.
      const isValid = text === '' ? true : ajv.validate(schema, JSON.parse(text));
      expect({ isValid, text, errors: ajv.errors }).toMatchObject({ isValid: true });
    },
  );

  test('the recorder counts what was really sent where decorator and code contradict each other', async () => {
    const recorder = new ExchangeRecorder(found.docs);
    recorder.watch(app.getHttpServer() as Parameters<typeof recorder.watch>[0]);
    await (await fetch(`${origin}/cats/wrong`)).text();
    await (await fetch(`${origin}/cats/all`)).text();
    const { contradictions } = await recorder.report();
    expect(contradictions).toEqual([
      {
        operation: 'GET /cats/wrong',
        documented: 'Owner',
        returned: 'PageOfString',
        reason: 'the value has no id in the code, which the document requires',
        answers: { documented: 0, returned: 1, both: 0, neither: 0 },
      },
    ]);
  });

  test('a changed source is told, and refused under strict', () => {
    const file = path.join(project.folder, 'dtospec-facts.json');
    project.write('src/cats.ts', 'export {};\n');
    const docs = nestDocs(app, { ...INFO, facts: file });
    expect(docs.diagnostics()).toContainEqual(
      expect.objectContaining({ code: 'stale-facts', message: expect.stringContaining('src/cats.ts') }),
    );
    expect(() => nestDocs(app, { ...INFO, facts: file, strict: true })).toThrow(
      expect.objectContaining({ code: 'ERR_FACTS' }),
    );
  });
});
