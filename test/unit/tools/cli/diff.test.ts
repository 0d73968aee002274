import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callCommand, type Called } from '../../../support/programs/call-command.js';
import { commitAll } from '../../../support/programs/git.js';
import { needing } from '../../../support/programs/optional-programs.js';

const document = (minimum: number, version: string): string => `openapi: 3.1.0
info: { title: Things, version: ${version} }
paths:
  /things:
    get:
      parameters:
        - { in: query, name: limit, schema: { type: integer, minimum: ${minimum} } }
      responses:
        200: { description: Done }
`;

const guide = readFileSync(path.join(__dirname, '../../../../docs/diff.md'), 'utf8');

let folder: string;
const call = (line: string): Promise<Called> => callCommand(folder, ['diff', ...line.split(' ')]);
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'diff-'));
  write('old.yaml', document(1, '1.0.0'));
  write('new.yaml', document(5, '2.0.0'));
  write('moved.yaml', document(5, '2.0.0').replace('/things', '/v2/things'));
  write('bad.yaml', 'openapi: [');
  write('swagger.json', '{"swagger":"2.0"}');
  commitAll(folder, ['old.yaml']);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('reports a breaking change with a witness, and exits with 1', async () => {
  expect(await call('old.yaml new.yaml')).toEqual({
    code: 1,
    noted: '',
    printed: `Breaking (1)
  minimum was 1 and is 5. [minimum-raised]
    GET /things, query parameter limit
    #/paths/~1things/get/parameters/0/schema
    witness GET /things, query parameter limit: 1
    The old document accepts this value, the new one refuses it.

1 breaking, 0 unclear, 0 compatible; it requires a major release.
`,
  });
});

test.each<[string, number, RegExp]>([
  ['new.yaml old.yaml', 0, /^Compatible \(1\)\n.*minor release\.\n$/s],
  ['old.yaml old.yaml', 0, /^No changes\.\n$/],
  ['old.yaml new.yaml --path /things --path !/others', 1, /^Breaking/],
  ['old.yaml moved.yaml --old-prefix / --new-prefix /v2', 1, /^Breaking \(1\)\n {2}minimum was 1/],
  ['old.yaml new.yaml --fail-on none', 0, /^Breaking/],
  ['new.yaml old.yaml --fail-on unclear', 0, /^Compatible \(1\)/],
  ['new.yaml old.yaml --fail-on compatible', 1, /^Compatible \(1\)/],
  ['old.yaml new.yaml --fail-on compatible', 1, /^Breaking/],
  ['old.yaml old.yaml --fail-on compatible', 0, /^No changes/],
  [
    'new.yaml old.yaml --level unclear',
    0,
    /^0 breaking, 0 unclear, 1 compatible; it requires a minor release/,
  ],
  ['new.yaml old.yaml --level compatible', 0, /^Compatible \(1\)/],
  ['new.yaml old.yaml --level breaking --format json', 0, /^\{\n {2}"changes": \[\],[^]*"compatible": 1/],
  ['old.yaml new.yaml --level breaking', 1, /^Breaking \(1\)/],
  [
    'old.yaml new.yaml --format markdown',
    1,
    /^## API changes\n[\s\S]*### Breaking \(1\)\n\n- \*\*GET \/things, query parameter limit\*\*/,
  ],
  ['old.yaml new.yaml --format changelog', 1, /^## 2\.0\.0\n\n### Breaking changes\n\n- GET \/things/],
  ['old.yaml new.yaml --format json', 1, /^\{\n {2}"changes": \[\n/],
])('diff %s', async (line, code, printed) => {
  const called = await call(line);
  expect(called).toMatchObject({ code, noted: '' });
  expect(called.printed).toMatch(printed);
});

needing(test, 'git')('compares with a revision', async () => {
  expect(await call('main:old.yaml new.yaml')).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^Breaking/),
  });
});

test('leaves accepted changes out, and reports stale ones', async () => {
  const [, shown = ''] = /```json\n([^]*?)```/.exec(guide) ?? [];
  const [entry] = JSON.parse(shown) as [{ place: string }];
  write('dtospec.accepted.json', JSON.stringify([entry, { ...entry, rule: 'maximum-lowered' }]));
  const called = await call('old.yaml new.yaml');
  rmSync(path.join(folder, 'dtospec.accepted.json'));
  expect(called).toEqual({
    code: 0,
    noted: '',
    printed: `Accepted, but the change no longer occurs: maximum-lowered at ${entry.place}
0 breaking, 0 unclear, 0 compatible, 1 accepted.
`,
  });
});

needing(test, 'git').each([
  ['old.yaml', /^With one document, .* git has no common commit with origin\/HEAD\. Name two documents,/],
  ['nobranch:old.yaml new.yaml', /could not be read by git/],
])('called wrongly, with a revision: diff %s', async (line, noted) => {
  expect(await call(line)).toMatchObject({ code: 3, printed: '', noted: expect.stringMatching(noted) });
});

test.each<[string, number, RegExp]>([
  [
    'old.yaml new.yaml old.yaml',
    2,
    /^dtospec diff compares two documents, or any number of them with --base/,
  ],
  [
    'old.yaml new.yaml --format xml',
    2,
    /^--format must be one of text, json, markdown, changelog, github, sarif, junit, not "xml"\./,
  ],
  ['old.yaml new.yaml --fail-on all', 2, /^--fail-on must be one of breaking, unclear, compatible, none/],
  ['old.yaml new.yaml --level major', 2, /^--level must be one of breaking, unclear, compatible/],
  ['old.yaml new.yaml --max-candidates 0', 2, /--max-candidates must be a number of at least 1/],
  ['old.yaml new.yaml --path !/things', 3, /^Neither document has a path that matches !\/things\./],
  ['old.yaml new.yaml --path /thing', 3, /^Neither document has a path that matches \/thing\./],
  ['old.yaml none.yaml', 3, /^none\.yaml could not be read/],
  ['http://127.0.0.1:1/openapi.json new.yaml', 3, /^http:.* could not be read: fetch failed, bad port\./],
  ['bad.yaml new.yaml', 3, /^bad\.yaml is not valid YAML/],
  ['swagger.json new.yaml', 3, /^The old document is Swagger 2\.0\. Convert it/],
  ['old.yaml new.yaml --accepted old.yaml', 3, /^old\.yaml is not valid JSON/],
])('rejects invalid arguments: diff %s', async (line, code, noted) => {
  const called = await call(line);
  expect(called).toMatchObject({ code, printed: '' });
  expect(called.noted).toMatch(noted);
  expect(called.noted).not.toMatch(/^\s+at /m);
});
