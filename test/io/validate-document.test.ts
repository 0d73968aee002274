import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expectValidDocument, findings, lintFindings } from '../support/documents/validate-document.js';

type Json = Record<string, unknown>;

const VERSIONS = ['3.0.3', '3.1.0', '3.2.0'] as const;
type Version = (typeof VERSIONS)[number];

/** A valid document; `change` breaks it. */
function documentOf(openapi: Version, change: Json = {}): Json {
  const user = { $ref: '#/components/schemas/User' };
  return {
    openapi,
    info: { title: 'Good', version: '1' },
    paths: {
      '/users/{id}': {
        get: {
          operationId: 'getUsersById',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'A user', content: { 'application/json': { schema: user } } } },
          ...(change.operation as Json | undefined),
        },
      },
    },
    components: {
      ...(change.components as Json | undefined),
      schemas: {
        User: { type: 'object', properties: { name: schemaOfName(openapi) }, required: ['name'] },
        ...(change.schema === undefined ? {} : { Broken: change.schema }),
      },
    },
    ...(change.root as Json | undefined),
  };
}

/** What only this version can say. */
function schemaOfName(openapi: Version): Json {
  if (openapi === '3.0.3') return { type: 'string', nullable: true, example: 'Ann' };
  return { type: ['string', 'null'], examples: ['Ann'] };
}

const MODERN = ['3.1.0', '3.2.0'] as const;

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const SCHEMA = '#/components/schemas/Broken';
const OPERATION = '#/paths/~1users~1{id}/get';

/** What is broken, in which versions, and where a finding must be. */
const BROKEN: readonly [title: string, versions: readonly Version[], place: string, change: Json][] = [
  ['a type that is none', VERSIONS, SCHEMA, { schema: { type: 'strin' } }],
  ['a length that is no number', VERSIONS, SCHEMA, { schema: { type: 'string', minLength: 'two' } }],
  ['a negative length', VERSIONS, SCHEMA, { schema: { type: 'string', minLength: -1 } }],
  ['required: true in a schema', VERSIONS, SCHEMA, { schema: { type: 'object', required: true } }],
  ['enum that is no list', VERSIONS, SCHEMA, { schema: { enum: 'a' } }],
  ['properties that are no schemas', VERSIONS, SCHEMA, { schema: { properties: { a: 'string' } } }],
  ['a bad schema deep inside', VERSIONS, SCHEMA, { schema: { allOf: [{ properties: { a: { type: 1 } } }] } }],
  ['a numeric exclusiveMinimum', ['3.0.3'], SCHEMA, { schema: { type: 'number', exclusiveMinimum: 1 } }],
  ['a boolean exclusiveMinimum', MODERN, SCHEMA, { schema: { type: 'number', exclusiveMinimum: true } }],
  ['nullable', MODERN, SCHEMA, { schema: { type: 'string', nullable: true } }],
  ['a list of types', ['3.0.3'], SCHEMA, { schema: { type: ['string', 'null'] } }],
  ['const', ['3.0.3'], SCHEMA, { schema: { const: 1 } }],
  ['examples of a schema', ['3.0.3'], SCHEMA, { schema: { type: 'string', examples: ['a'] } }],
  ['a list of item schemas', VERSIONS, SCHEMA, { schema: { type: 'array', items: [{ type: 'string' }] } }],
  ['a sibling of $ref', ['3.0.3'], SCHEMA, { schema: { properties: { a: siblingOfRef() } } }],
  ['an unresolved $ref', VERSIONS, SCHEMA, { schema: { not: { $ref: '#/components/schemas/Nobody' } } }],
  ['a $ref out of the document', VERSIONS, SCHEMA, { schema: { not: { $ref: 'other.json' } } }],
  [
    'a response without description',
    ['3.0.3', '3.1.0'],
    OPERATION,
    { operation: { responses: { 200: {} } } },
  ],
  ['no responses', ['3.0.3'], OPERATION, { operation: { responses: undefined } }],
  ['an unknown field of an operation', VERSIONS, OPERATION, { operation: { handler: 'x' } }],
  ['an undeclared path parameter', VERSIONS, OPERATION, { operation: { parameters: [] } }],
  [
    'an optional path parameter',
    VERSIONS,
    OPERATION,
    { operation: { parameters: [{ ...id, required: false }] } },
  ],
  ['a parameter in nowhere', VERSIONS, OPERATION, { operation: { parameters: [id, { ...id, in: 'body' }] } }],
  ['the same parameter twice', VERSIONS, OPERATION, { operation: { parameters: [id, id] } }],
  [
    'a body without content',
    VERSIONS,
    OPERATION,
    { operation: { requestBody: { schema: { type: 'string' } } } },
  ],
  ['no info', VERSIONS, '#/', { root: { info: undefined } }],
  ['an unknown field at the root', VERSIONS, '#/', { root: { basePath: '/' } }],
  ['webhooks', ['3.0.3'], '#/', { root: { webhooks: {} } }],
  ['an unknown version', VERSIONS, '#/openapi', { root: { openapi: '4.0.0' } }],
  [
    'a security scheme without type',
    VERSIONS,
    '#/components/securitySchemes',
    { components: { securitySchemes: { a: { in: 'header' } } } },
  ],
  ['a component name with a blank', VERSIONS, '#/components', { components: { headers: { 'A B': {} } } }],
];

function siblingOfRef(): Json {
  return { $ref: '#/components/schemas/User', description: 'ignored by 3.0' };
}

describe('two validators that we did not write', () => {
  test.each(VERSIONS)('both accept a valid document of OpenAPI %s', async (version) => {
    expect(await findings(documentOf(version))).toEqual([]);
  });

  const cases = BROKEN.flatMap(([title, versions, place, change]) =>
    versions.map((version): [string, Version, string, Json] => [title, version, place, change]),
  );
  test.each(cases)('find %s in %s at %s', async (_title, version, place, change) => {
    const places = (await findings(documentOf(version, change))).map((finding) => finding.place);
    expect(places).toContainEqual(expect.stringContaining(place));
  });

  test('each finds errors by itself', async () => {
    const found = await findings(documentOf('3.1.0', { schema: { type: 'strin' } }));
    expect(new Set(found.map(({ validator }) => validator))).toEqual(new Set(['hyperjump', 'redocly']));
  });

  test('the recommended rules report style, too', async () => {
    const rules = (await lintFindings(documentOf('3.1.0'))).map(({ rule }) => rule);
    expect(rules).toContain('operation-4xx-response');
    expect(rules).toContain('info-license');
  });
});

describe('the documents of a test run', () => {
  const folder = path.resolve(__dirname, '../../build/documents/run-of-a-test');
  const { DTOSPEC_DOCUMENTS } = process.env;
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    process.env.DTOSPEC_DOCUMENTS = folder;
  });
  afterAll(() => {
    process.env.DTOSPEC_DOCUMENTS = DTOSPEC_DOCUMENTS;
    rmSync(folder, { recursive: true, force: true });
  });

  test('an invalid one fails the run, with its test, the validator, the place and the rule', async () => {
    await expectValidDocument(documentOf('3.1.0', { schema: { type: 'strin' } }));
    await expectValidDocument(documentOf('3.1.0'));
    const reporter = path.resolve(__dirname, '../support/validator/reporter.mjs');
    const program = `
      const { default: Reporter } = await import(${JSON.stringify(reporter)});
      const reporter = Object.assign(new Reporter(), { folder: ${JSON.stringify(folder)} });
      const results = { numFailedTests: 0, numTotalTests: 2 };
      await reporter.onRunComplete([], results);
      console.log(JSON.stringify([results, reporter.getLastError().message]));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(JSON.parse(stdout)).toEqual([
      { numFailedTests: 1, numTotalTests: 3 },
      'documents that are not valid: 1',
    ]);
    expect(stderr).toContain('an invalid one fails the run');
    expect(stderr).toContain('redocly #/components/schemas/Broken/type [struct]');
  });
});
