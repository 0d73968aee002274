import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFile, preparePackage } from '../support/programs/packed-package.js';
import { needing } from '../support/programs/optional-programs.js';
import { commitAll } from '../support/programs/git.js';

const cats = (maximum: number): object => ({
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1' },
  paths: {
    '/cats': {
      get: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', minimum: 0, maximum } }],
        responses: { 200: { description: 'Cats' }, 400: { description: 'Refused' } },
      },
    },
  },
});
/** A document that @redocly/openapi-core 2 does not survive. */
const DEVICE = {
  deviceAuthorizationUrl: 'https://example.com/a',
  tokenUrl: 'https://example.com/b',
  scopes: { a: 'b' },
};
const ODD = { a: { type: 'oauth2', flows: { deviceAuthorization: DEVICE } } };
/** Takes up to 8. */
const SERVICE = `export const app = (request, response) => {
  if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
  const limit = new URL(request.url, 'http://localhost').searchParams.get('limit') ?? '0';
  response.writeHead(/^-?[0-8](\\.0+)?$/.test(limit) && Number(limit) >= 0 ? 200 : 400).end();
};`;

let folder: string;
beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  writeFileSync(path.join(folder, 'wrong.yaml'), 'openapi: 3.1.0\ninfo:\n  title: Cats\npaths: {}\n');
  writeFileSync(path.join(folder, 'swagger.json'), JSON.stringify({ swagger: '1.2' }));
  for (const [name, maximum] of [
    ['old', 9],
    ['new', 5],
  ] as const)
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(cats(maximum)));
  const whole = { openapi: '3.2.0', info: { title: 'Cats', version: '1' }, paths: {} };
  // Nothing listens there: a request would be an error.
  const remote = { ...whole, paths: { '/cats': { $ref: 'http://127.0.0.1:9/cats.yaml' } } };
  writeFileSync(path.join(folder, 'remote.json'), JSON.stringify(remote));
  writeFileSync(
    path.join(folder, 'odd.json'),
    JSON.stringify({ ...whole, components: { securitySchemes: ODD } }),
  );
  writeFileSync(path.join(folder, 'service.mjs'), SERVICE);
  writeFileSync(path.join(folder, 'compiled.cjs'), "exports.__esModule = true;\nexports.cat = 'Tom';\n");
  commitAll(folder, ['wrong.yaml']);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** As a user calls it: a process of its own. */
test.each<[string, number, RegExp, RegExp]>([
  [
    'validate wrong.yaml',
    1,
    /^error openapi-schema wrong\.yaml:2:1\n.*version.*\n {4}at #\/info\n$/,
    /: 1 error\./,
  ],
  ['validate swagger.json', 1, /^error spec swagger\.json\n/, /1 error/],
  ['diff old.json new.json', 1, /^Breaking \(1\)\n {2}maximum was 9 and is 5\. \[maximum-lowered\]\n/, /^$/],
  ['diff old.json old.json --format json', 0, /^\{\n {2}"changes": \[\]/, /^$/],
  ['build compiled.cjs', 3, /^$/, /^compiled\.cjs exports cat, and no docs\. Export docs from a module/],
  ['diff', 2, /^$/, /^dtospec diff: Missing <old>\.\nUsage: dtospec diff <old> <new>/],
  [
    'validate remote.json --notes',
    0,
    /^info no-unresolved-refs .*\n.*URLs are not read without --fetch/,
    /1 note/,
  ],
  [
    'validate odd.json',
    0,
    /^warning not-checked odd\.json\n {2}@redocly\/openapi-core failed with "Unknown type/,
    /: 1 warning\./,
  ],
  [
    'fuzz service.mjs --spec old.json --runs 20',
    1,
    /^error valid-refused\n.* is refused with 400\.\n {2}curl .*\/cats\?limit=9'\n/,
    /^\d+ requests to 1 operation, seed 1: 1 error\.\n$/,
  ],
  [
    'validate',
    2,
    /^$/,
    /^dtospec validate: Missing <module\|file\|->\.\nUsage: dtospec validate <module\|file\|-> \[options\]\n/,
  ],
  ['build --help', 0, /^Usage: dtospec build <module> \[options\]\n\nWrites the OpenAPI document/, /^$/],
])('dtospec %s', (args, status, stdout, stderr) => {
  const ran = spawnSync(process.execPath, [commandFile, ...args.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran.stderr).toMatch(stderr);
  expect(ran.stdout).toMatch(stdout);
  expect(ran.status).toBe(status);
});

needing(test, 'git')('dtospec validate HEAD:wrong.yaml --format github', () => {
  const args = [commandFile, 'validate', 'HEAD:wrong.yaml', '--format', 'github'];
  const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(ran.stdout).toMatch(/^::error file=wrong\.yaml,line=2,/);
  expect(ran).toMatchObject({ status: 1, stderr: expect.stringMatching(/: 1 error\./) });
});

const ESCAPE = '\u001b[';
/** ECMA-48, 8.3.117. */
const COLOUR = new RegExp(`${ESCAPE.replace('[', '\\[')}[\\d;]*m`);
const PROGRESS = /1\/1 GET \/cats {2}\d+ requests, \d+ findings?/;

test('fuzz names a rejection that the application does not handle, and the request that causes it', () => {
  const rejecting = `export const app = async (request, response) => {
    if (request.url.includes('limit=9')) throw new Error('No such limit.');
    response.end();
  };`;
  writeFileSync(path.join(folder, 'rejecting.mjs'), rejecting);
  const args = ['fuzz', 'rejecting.mjs', '--spec', 'old.json', '--timeout', '0.5', '--runs', '20'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile, ...args], { cwd: folder });
  expect(stderr.toString()).toMatch(
    /^The application did not handle a rejection.*\nError: No such limit\.\n/,
  );
  expect(stderr.toString().match(/No such limit/g)).toHaveLength(1);
  expect(stdout.toString()).toMatch(/^error timeout\n.*\n.*limit=9/m);
  expect(status).toBe(1);
}, 60_000);

test('validate reads standard input', () => {
  const input = readFileSync(path.join(folder, 'wrong.yaml'), 'utf8');
  const ran = spawnSync(process.execPath, [commandFile, 'validate', '-'], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status: 1, stderr: 'Standard input: 1 error.\n' });
});

/** In a terminal, by `script` of util-linux: what is printed and what is noted, as they come. */
function inTerminal(args: string, env: Readonly<Record<string, string>>): string {
  const command = `'${process.execPath}' '${commandFile}' ${args}`;
  const { CI: _, NO_COLOR: __, ...own } = process.env;
  const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...own, TERM: 'xterm', COLUMNS: '120', ...env },
  });
  expect(ran.error).toBeUndefined();
  return ran.stdout;
}

needing(test, 'script')('colour is for terminals, and for those who want it', () => {
  const diff = 'diff old.json new.json';
  expect(inTerminal(diff, {})).toMatch(COLOUR);
  expect(inTerminal(diff, { NO_COLOR: '1' })).not.toMatch(COLOUR);
  const piped = spawnSync(process.execPath, [commandFile, ...diff.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(piped.stdout).not.toContain(ESCAPE);
});

needing(test, 'script')(
  'what is under way is one line of a terminal, gone when there is something to read',
  () => {
    const fuzz = 'fuzz service.mjs --spec old.json --runs 20';
    const shown = inTerminal(fuzz, {});
    expect(shown).toMatch(PROGRESS);
    expect(shown).toContain(`\r${ESCAPE}2Kerror valid-refused`);
    // What else is no terminal: test/unit/tools/cli/terminal.
    const quiet = inTerminal(fuzz, { CI: 'true' });
    expect(quiet).not.toMatch(PROGRESS);
    expect(quiet).toContain('error valid-refused');
  },
);
