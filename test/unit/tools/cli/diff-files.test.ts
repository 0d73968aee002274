import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callCommand, type Called } from '../../../support/programs/call-command.js';
import { commitAll, git } from '../../../support/programs/git.js';
import { needing } from '../../../support/programs/optional-programs.js';

/** An API of several files: the path item, its parameter and its body stand in others. */
const files = (minimum: number, type: string): Record<string, string> => ({
  'api/openapi.yaml': `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    $ref: paths/things.yaml
components:
  schemas:
    Name: { type: ${type} }
`,
  'api/paths/things.yaml': `get:
  parameters:
    - $ref: ../shared.yaml#/parameters/limit
  responses: { 200: { description: Done } }
post:
  requestBody:
    content: { application/json: { schema: { $ref: '../schemas/a%20thing.json' } } }
  responses: { 200: { description: Done } }
`,
  'api/shared.yaml': `parameters:
  limit: { in: query, name: limit, schema: { $ref: '#/limits/least' } }
limits:
  least: { type: integer, minimum: ${minimum} }
`,
  'api/schemas/a thing.json': JSON.stringify({
    type: 'object',
    example: { $ref: 'none.yaml' },
    properties: { default: { $ref: '../openapi.yaml#/components/schemas/Name' }, self: { $ref: '#' } },
  }),
});

let folder: string;
const call = (...line: string[]): Promise<Called> => callCommand(folder, ['diff', ...line]);
const write = (all: Record<string, string>, into = '.'): void => {
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, into, name)), { recursive: true });
    writeFileSync(path.join(folder, into, name), text);
  }
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'diff-files-'));
  write(files(1, 'string'));
  commitAll(folder, ['.']);
  write(files(5, 'integer'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const changed =
  /^Breaking \(2\)\n {2}minimum was 1 and is 5\..*\n.*\n {4}#\/x-files\/shared\.yaml\/limits\/least\n[\s\S]*type was "string" and is "integer"[\s\S]*default\n {4}#\/components\/schemas\/Name\n/;

needing(test, 'git').each(['main', 'a/branch'])(
  'reports a change in a referenced file, against %s',
  async (revision) => {
    git(folder, 'branch', '-f', 'a/branch', 'main');
    const called = await call(`${revision}:api/openapi.yaml`, 'api/openapi.yaml');
    expect(called).toMatchObject({ code: 1, noted: '' });
    expect(called.printed).toMatch(changed);
  },
);

needing(describe, 'git')('in CI', () => {
  const among = '--base main api/openapi.yaml api/copy.yaml --format'.split(' ');
  beforeAll(() => write({ 'api/copy.yaml': files(1, 'string')['api/openapi.yaml'] ?? '' }));

  test('compares many documents with one revision, and shows a change with its file and line', async () => {
    git(folder, 'add', 'api/copy.yaml');
    git(folder, 'commit', '-q', '-m', 'two');
    const { code, printed } = await call(...among, 'github');
    expect(code).toBe(1);
    expect(printed.split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=api\/shared\.yaml,line=4,col=3,title=minimum-raised::GET \/things, query/,
      ),
      expect.stringMatching(
        /^::error file=api\/openapi\.yaml,line=8,col=5,title=type-changed::POST \/things/,
      ),
      expect.stringMatching(/^::error file=api\/shared\.yaml,line=4,col=3,title=minimum-raised/),
      expect.stringMatching(/^::error file=api\/openapi\.yaml,line=8,col=5,title=type-changed/),
      '',
    ]);
  });

  test('prints SARIF and JUnit', async () => {
    const { runs } = JSON.parse((await call(...among, 'sarif')).printed) as {
      runs: { results: { level: string; locations: object[] }[] }[];
    };
    expect(runs[0]?.results[0]).toMatchObject({
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'api/shared.yaml' }, region: { startLine: 4 } } },
      ],
    });
    const { printed } = await call(...among, 'junit');
    expect(printed).toMatch(/<testsuite name="dtospec" tests="4" failures="4" skipped="0">/);
    expect(printed).toMatch(/<failure message="minimum was 1 and is 5\./);
  });

  test('prints JSON and Markdown, with file and line', async () => {
    const reports = JSON.parse((await call(...among, 'json')).printed) as {
      document: string;
      report: { changes: object[] };
    }[];
    expect(reports.map(({ document }) => document)).toEqual(['api/openapi.yaml', 'api/copy.yaml']);
    expect(reports[0]?.report.changes[0]).toMatchObject({
      source: { file: 'api/shared.yaml', line: 4, column: 3 },
    });
    const one = await call('--base', 'main', 'api/openapi.yaml', '--format', 'json');
    expect(JSON.parse(one.printed)).toEqual(reports[0]?.report);
    const { printed } = await call(...among, 'markdown');
    expect(printed).toMatch(/minimum was 1 and is 5\. `minimum-raised` in `api\/shared\.yaml:4`\n/);
  });

  test('compares one document with the base of the pull request', async () => {
    git(folder, 'update-ref', 'refs/remotes/origin/release', 'HEAD');
    process.env.GITHUB_BASE_REF = 'release';
    const { code, printed } = await call('api/openapi.yaml');
    delete process.env.GITHUB_BASE_REF;
    expect([code, printed]).toEqual([1, expect.stringMatching(/^Breaking \(2\)/)]);
  });
});

needing(test, 'git')('the files of a revision are compared, not those of the folder', async () => {
  const called = await call('main:api/openapi.yaml', 'main:api/openapi.yaml');
  expect(called).toEqual({ code: 0, noted: '', printed: 'No changes.\n' });
});

test('exits with 3 if a file is missing or cannot be read', async () => {
  write({ 'gone.yaml': files(1, 'string')['api/openapi.yaml'] ?? '' });
  expect(await call('gone.yaml', 'gone.yaml')).toMatchObject({
    code: 3,
    printed: '',
    noted: expect.stringMatching(
      /^gone\.yaml refers to paths\/things\.yaml\. paths\/things\.yaml could not be read/,
    ),
  });
  const { diffDocuments } = await import('../../../../src/tools/diff/index.js');
  const document = { openapi: '3.1.0', paths: { '/a': { $ref: 'a.yaml' } } };
  await expect(diffDocuments(document, document)).rejects.toThrow(
    /^The old document refers to "a\.yaml", which is not a JSON Pointer into it\. Bundle/,
  );
});

test('follows an $anchor, and an $id around a reference', async () => {
  const schemas = (type: string): string =>
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: {
            parameters: ['#name', 'https://example.com/inner'].map((to, index) => ({
              ...{ in: 'query', name: `q${index}` },
              schema: { $ref: to },
            })),
          },
        },
      },
      components: {
        schemas: {
          Name: { $anchor: 'name', type },
          Inner: { $id: 'https://example.com/inner', $ref: '#/$defs/one', $defs: { one: { type } } },
        },
      },
    });
  write({ 'one.json': schemas('string'), 'two.json': schemas('integer') });
  expect((await call('one.json', 'two.json')).printed).toMatch(/^Breaking \(2\)/);
});

describe('documents at a URL', () => {
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const text = files(5, 'integer')[decodeURIComponent(url.slice(1))];
      response.writeHead(text === undefined ? 404 : 200).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    write({
      'remote.yaml': (files(5, 'integer')['api/openapi.yaml'] ?? '').replace('paths/', `${base}/api/paths/`),
    });
  });
  afterAll(() => server.close());

  test('include the files that they refer to', async () => {
    write(files(1, 'string'), 'old');
    expect((await call('old/api/openapi.yaml', `${base}/api/openapi.yaml`)).printed).toMatch(
      /^Breaking \(2\)/,
    );
  });

  test('fetch from other hosts only with --fetch', async () => {
    expect(await call('api/openapi.yaml', 'remote.yaml')).toMatchObject({
      code: 3,
      noted: expect.stringMatching(/^remote\.yaml refers to http.*things\.yaml\. Add --fetch/),
    });
    expect(await call('remote.yaml', 'remote.yaml', '--fetch')).toMatchObject({ code: 0, noted: '' });
  });
});
