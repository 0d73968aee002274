import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkExchange, SpecCoverage } from '../../../../src/tools/testing.js';
import { expectPrintable, HOSTILE_NAMES, hostileDocument } from '../../../support/documents/hostile-names.js';
import { callCommand, type Called } from '../../../support/programs/call-command.js';
import { commitAll } from '../../../support/programs/git.js';
import { needing } from '../../../support/programs/optional-programs.js';

// Jest cannot import it. test/package/cli-references.test.ts runs the command with it.
jest.mock('@redocly/openapi-core', () => {
  throw Object.assign(new Error('Not installed'), { code: 'MODULE_NOT_FOUND' });
});

const INDEX = path.join(__dirname, '../../../../src/index');

let folder: string;
const write = (file: string, content: unknown): void => {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
};
const call = (...args: string[]): Promise<Called> => callCommand(folder, args);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hostile-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Calls a command and checks both of its outputs. */
async function callSafely(format: string, ...args: string[]): Promise<Called> {
  const called = await call(...args, ...(format === '' ? [] : ['--format', format]));
  expect([called.noted, [0, 1, 3].includes(called.code)]).toEqual([called.noted, true]);
  expectPrintable(called.printed, format);
  expectPrintable(called.noted);
  return called;
}

describe('a hostile name', () => {
  test('stays in its line in each report of a difference', async () => {
    write('old.json', hostileDocument(HOSTILE_NAMES, 1));
    write('new.json', hostileDocument(HOSTILE_NAMES, 2));
    const used = new Set<number>();
    for (const format of ['text', 'json', 'markdown', 'changelog', 'github', 'sarif', 'junit']) {
      const { code, printed } = await callSafely(format, 'diff', 'old.json', 'new.json');
      used.add(code);
      expect(printed.length).toBeGreaterThan(500);
      if (format === 'json')
        for (const one of HOSTILE_NAMES)
          expect(JSON.stringify(JSON.parse(printed))).toContain(JSON.stringify(one).slice(1, -1));
      if (format === 'sarif') JSON.parse(printed);
    }
    expect([...used]).toEqual([1]);
    write(
      'dtospec.accepted.json',
      HOSTILE_NAMES.map((one) => ({ rule: one, place: one, reason: one })),
    );
    for (const format of ['text', 'markdown']) await callSafely(format, 'diff', 'old.json', 'new.json');
  });

  test('stays in its line in each report of a validation', async () => {
    write('openapi.json', hostileDocument(HOSTILE_NAMES, 2));
    for (const format of ['text', 'json', 'github', 'sarif', 'junit'])
      expect((await callSafely(format, 'validate', 'openapi.json')).code).toBe(1);
    write(
      'docs.js',
      `const { Docs } = require(${JSON.stringify(INDEX)});
       const names = ${JSON.stringify(HOSTILE_NAMES)};
       const endpointOf = (name) => ({ method: 'GET', path: '/' + name, summary: name, operationId: name, tags: [name],
         security: [name], responses: { [name]: { description: name }, 200: { description: name, schema: { type: name } } } });
       exports.docs = new Docs({ info: { title: names[0], version: names[1] } });
       for (const name of names) exports.docs.add(endpointOf(name)).add(endpointOf(name)).add({ method: name, path: name });`,
    );
    for (const format of ['text', 'json', 'github', 'sarif', 'junit'])
      expect((await callSafely(format, 'validate', 'docs.js')).printed).not.toBe('');
    await callSafely('', 'build', 'docs.js');
    for (const one of HOSTILE_NAMES) await callSafely('', 'build', 'docs.js', '--view', one);
  });

  test('stays in its line in each report of coverage', async () => {
    const document = hostileDocument(HOSTILE_NAMES, 2);
    const coverage = new SpecCoverage(document);
    const request = { method: 'GET', url: '/a', headers: {} };
    await checkExchange(document, { request, response: { status: 200, headers: {} } }, { coverage }).catch(
      () => undefined,
    );
    coverage.write(path.join(folder, 'reports'));
    for (const format of ['text', 'json', 'markdown']) {
      const args = ['coverage', 'reports', '--missing', '--min-branches', '100'];
      const { printed } = await callSafely(format, ...args);
      if (format !== 'markdown') continue;
      const rows = printed.split('\n').filter((line) => line.startsWith('|'));
      const columns = rows.map((row) => row.replaceAll(/\\./g, '').split('|').length);
      expect(new Set(columns)).toEqual(new Set([9]));
    }
  });

  test.each(HOSTILE_NAMES)('stays in its line in errors: %j', async (name) => {
    write('invalid.yaml', `a: ${JSON.stringify(name)} ]\n${name}: : :`);
    write('invalid.json', `{ "a": ${name}`);
    write('referring.json', { openapi: '3.1.0', paths: { '/x': { $ref: `./${name}.yaml` } } });
    for (const file of ['invalid.yaml', 'invalid.json', 'referring.json', `${name}.json`]) {
      const { code, noted } = await callSafely('', 'diff', file, file);
      expect(code).toBe(3);
      if (file === 'referring.json') expect(noted.trimEnd()).not.toContain('\n');
    }
  });
});

describe('a reference', () => {
  const SECRET = 'S3CRET-content';
  const referringTo = (reference: string): object => ({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/x': { $ref: reference } },
  });
  const expectRefused = ({ code, printed, noted }: Called): void => {
    expect({ code, printed }).toEqual({ code: 3, printed: '' });
    expect(noted).toMatch(
      / refers to .*\. The file is outside of .*, so it is not read\. Copy it there\.\n$/,
    );
  };
  beforeEach(() => {
    write('secret.yaml', `get: { description: ${SECRET} }`);
    write('secret.json', `{ "get": ${SECRET} }`);
  });

  test.each([
    '../secret.yaml',
    '../secret.json',
    '..%2Fsecret.yaml',
    '../none.yaml',
    'paths/../../secret.yaml',
    '../../../../../../../../../../etc/passwd',
    'link/secret.yaml',
    'link.yaml',
  ])('to %s outside of the working folder is refused', async (reference) => {
    write('work/openapi.json', referringTo(reference));
    symlinkSync('..', path.join(folder, 'work/link'));
    symlinkSync('../secret.yaml', path.join(folder, 'work/link.yaml'));
    const work = path.join(folder, 'work');
    const called = await callCommand(work, ['diff', 'openapi.json', 'openapi.json']);
    expect(called.noted + called.printed).not.toContain(SECRET);
    expectRefused(called);
  });

  needing(test, 'git')('may leave the folder, but not the repository', async () => {
    write('repo/api/openapi.json', referringTo('../shared.yaml'));
    write('repo/shared.yaml', 'get: { responses: { 200: { description: Done } } }');
    write('repo/api/outside.json', referringTo('../../secret.yaml'));
    commitAll(path.join(folder, 'repo'), ['.']);
    const api = path.join(folder, 'repo/api');
    const diff = (source: string): Promise<Called> => callCommand(api, ['diff', source, source]);
    for (const source of ['openapi.json', 'main:openapi.json'])
      expect(await diff(source)).toMatchObject({ code: 0, noted: '' });
    for (const source of ['outside.json', 'main:outside.json']) expectRefused(await diff(source));
    expect(
      await callCommand(folder, ['diff', 'repo/api/openapi.json', 'repo/api/openapi.json']),
    ).toMatchObject({
      code: 0,
    });
  });

  test.each([
    ['secret.json', `{ "get": ${SECRET} }`],
    ['secret.yaml', `get: "${SECRET}\nb: ]`],
    ['secret.yaml', `${SECRET}: 1\n${SECRET}: 2`],
    ['secret.yaml', `a: *${SECRET}`],
    ['secret.yaml', `a: &${SECRET} [*${SECRET}]`],
    ['secret.yaml', `a: !<${SECRET}\nb: @${SECRET}`],
    ['secret.yaml', SECRET],
    ['secret.yaml', `- ${SECRET}\n- ]${SECRET}`],
  ])('to %s of the content %j is reported without it', async (file, content) => {
    write(file, content);
    write('openapi.json', referringTo(file));
    const { code, printed, noted } = await call('diff', 'openapi.json', 'openapi.json');
    expect(code).toBe(3);
    expect(noted).toMatch(/^openapi\.json refers to secret\.\w+\. secret\.\w+ is not /);
    expect(printed + noted).not.toContain(SECRET);
  });
});

describe('a document that grows', () => {
  const anchors = (count: number, uses: number): string =>
    [
      'x-0: &a0 [x, x]',
      ...Array.from({ length: count }, (_, index) => {
        const list = Array(uses).fill(`*a${index}`).join(', ');
        return `x-${index + 1}: &a${index + 1} [${list}]`;
      }),
    ].join('\n');
  const HEAD = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
  const pad = (text: string, count: number): string => text.repeat(count);

  test.each<[string, string, RegExp]>([
    ['billion laughs', `${HEAD}${anchors(40, 9)}`, /its aliases add more than 10000000 characters/],
    [
      'one long text',
      `${HEAD}a: &a ${pad('x', 20_000)}\nb: [${pad('*a,', 1_000)}]`,
      /its aliases add more than/,
    ],
    ['a chain of aliases', `${HEAD}${anchors(2_000, 1)}`, /nested more than 500 levels/],
    ['a value in itself', `${HEAD}a: &a { b: *a }`, /an alias is inside of its own anchor/],
    [
      'an alias without its anchor',
      `${HEAD}a: *b`,
      /an alias has no anchor before it, "b", at line 4, column 4/,
    ],
    ['nested lists', `${HEAD}a: ${pad('[', 20_000)}`, /nested more than 500 levels/],
    ['nested objects', `${HEAD}a: ${pad('{a: ', 20_000)}`, /nested more than 500 levels/],
    ['nested block lists', `${HEAD}a:\n  ${pad('- ', 20_000)}`, /nested more than 500 levels/],
    ['nested block keys', `${HEAD}a:\n  ${pad('? ', 20_000)}`, /nested more than 500 levels/],
    ['a key twice', `${HEAD}paths: {}`, /a key occurs twice, "paths", at line 4, column 1/],
    ['an object as a key', `${HEAD}? [a]\n: b`, /a key is not text at line 4/],
    ['a __proto__', `${HEAD}__proto__: { a: 1 }\n__proto__: 2`, /a key occurs twice/],
  ])('by %s is refused', async (_, content, message) => {
    write('bomb.yaml', content);
    const { code, printed, noted } = await call('diff', 'bomb.yaml', 'bomb.yaml');
    expect([code, printed]).toEqual([3, '']);
    expect(noted).toMatch(message);
  });

  test.each([
    ['validate', 'bomb.yaml'],
    ['diff', 'referring.yaml', 'referring.yaml'],
    ['serve', 'bomb.yaml'],
    ['fuzz', 'http://127.0.0.1:1', '--spec', 'bomb.yaml'],
    ['migrate', 'nest', 'none.js', '--theirs', 'bomb.yaml'],
  ])('is refused by %s %s', async (...args) => {
    write('bomb.yaml', `${HEAD}${anchors(40, 9)}`);
    write('referring.yaml', `${HEAD}x: { $ref: bomb.yaml }`);
    const { code, printed, noted } = await call(...args);
    expect([code, printed]).toEqual([3, '']);
    expect(noted).toMatch(/bomb\.yaml is not valid YAML: its aliases add more than 10000000 characters/);
  });

  test('in JSON is refused', async () => {
    write('deep.json', `{"a":${pad('[', 50_000)}${pad(']', 50_000)}}`);
    const { code, noted } = await call('diff', 'deep.json', 'deep.json');
    expect({ code, noted }).toEqual({
      code: 3,
      noted: 'deep.json is nested more than 500 levels deep. A document needs fewer.\n',
    });
  });

  test('is read if it has some aliases', async () => {
    write(
      'openapi.yaml',
      `${HEAD}components:
  schemas:
    A: &a { type: object, properties: { n: &n { type: integer }, m: *n } }
    B: *a
    C: &a { type: string }
    D: *a
    "null": ~
    1: { const: 1.0, __proto__: { type: string } }
`,
    );
    write('same.json', {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: {},
      components: {
        schemas: {
          A: { type: 'object', properties: { n: { type: 'integer' }, m: { type: 'integer' } } },
          B: { type: 'object', properties: { n: { type: 'integer' }, m: { type: 'integer' } } },
          C: { type: 'string' },
          D: { type: 'string' },
          null: null,
          1: JSON.parse('{ "const": 1, "__proto__": { "type": "string" } }') as unknown,
        },
      },
    });
    expect(await call('diff', 'openapi.yaml', 'same.json')).toMatchObject({
      code: 0,
      printed: 'No changes.\n',
    });
  });

  test('by many keys is read key by key', async () => {
    const { readYaml } = await import('../../../../src/tools/cli/load/read-yaml.js');
    const has = jest.spyOn(Object, 'hasOwn');
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(Object.keys((await readYaml(keys)) as object)).toHaveLength(5_000);
    expect(has.mock.calls.length).toBe(5_000);
    has.mockRestore();
  });
});
