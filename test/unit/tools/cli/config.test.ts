import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONFIG_SCHEMA } from '../../../../src/tools/cli/config.js';
import { callCommand, type Called } from '../../../support/programs/call-command.js';

const document = (paths: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Cats', version: '1.0.0' }, paths });
const cats = { get: { responses: { 200: { description: 'Cats' } } } };
const MODULE = `
  const { Docs } = require(${JSON.stringify(path.join(__dirname, '../../../../src/index'))});
  exports.docs = new Docs({ info: { title: 'Cats', version: '1.0.0' } }).add({ method: 'GET', path: '/cats', responses: {} });
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'config-'));
  writeFileSync(path.join(folder, 'old.json'), document({ '/cats': cats, '/dogs': cats }));
  writeFileSync(path.join(folder, 'new.json'), document({ '/cats': cats }));
  writeFileSync(path.join(folder, 'docs.js'), MODULE);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function call(line: string, config?: unknown, name = 'dtospec.config.json'): Promise<Called> {
  if (config !== undefined) writeFileSync(path.join(folder, name), JSON.stringify(config));
  return callCommand(folder, line.split(' '));
}

test.each<[string, object, code: number, printed: RegExp]>([
  ['without the rule', {}, 1, /^Breaking \(1\)/],
  ['as breaking', { 'operation-removed': 'breaking' }, 1, /^Breaking \(1\)/],
  [
    'as compatible',
    { 'operation-removed': 'compatible' },
    0,
    /^Compatible \(1\)\n(?!.*witness).*minor release\.\n$/s,
  ],
  ['as unclear', { 'operation-removed': 'unclear' }, 0, /^Unclear \(1\)/],
  ['off', { 'operation-removed': 'off' }, 0, /^No changes\.\n$/],
])('diff reports a rule %s', async (_, rules, code, printed) => {
  const called = await call('diff old.json new.json', { diff: { rules } });
  expect(called).toMatchObject({ code, noted: '' });
  expect(called.printed).toMatch(printed);
});

test.each<[string, object, code: number, noted: string]>([
  ['without the rule', {}, 0, 'docs.js: 1 warning.\n'],
  ['as an error', { 'no-responses': 'error' }, 1, 'docs.js: 1 error.\n'],
  ['as info', { 'no-responses': 'info' }, 0, 'docs.js: no problems found.\n'],
  ['off', { 'no-responses': 'off' }, 0, 'docs.js: no problems found.\n'],
])('validate reports a rule %s', async (_, rules, code, noted) => {
  expect(await call('validate docs.js', { validate: { rules } })).toMatchObject({ code, noted });
});

test('validate and diff accept the file that docs/cli.md shows', async () => {
  const guide = readFileSync(path.join(__dirname, '../../../../docs/cli.md'), 'utf8');
  const config: unknown = JSON.parse(/^```json\n([^]*?)```$/m.exec(guide)![1]!);
  expect(await call('validate docs.js', config)).toMatchObject({ code: 1, noted: 'docs.js: 1 error.\n' });
  expect(await call('diff old.json new.json')).toMatchObject({ code: 1, noted: '' });
});

test('--config names another file', async () => {
  const config = { diff: { rules: { 'operation-removed': 'off' } } };
  const { printed } = await call('diff old.json new.json --config api/config.json', config, 'config.json');
  expect(printed).toBe('');
  expect((await call('diff old.json new.json --config config.json')).printed).toBe('No changes.\n');
});

test.each<[unknown, RegExp]>([
  [{ dif: {} }, /^dtospec\.config\.json: #\/dif is not documented\.$/],
  [
    { diff: { rules: { 'operation-remove': 'off' } } },
    /^dtospec\.config\.json: "operation-remove" is not a rule\. Did you mean operation-removed\?$/,
  ],
  [
    { diff: { rules: { 'operation-removed': 'error' } } },
    /operation-removed must be one of "breaking", "unclear",/,
  ],
  [[], /^dtospec\.config\.json: it must be an object, not an array\.$/],
])('refuses %j', async (config, message) => {
  const { code, noted } = await call('diff old.json new.json', config);
  expect(code).toBe(3);
  expect(noted.trimEnd()).toMatch(message);
});

test('config.schema.json is the schema of the code', () => {
  const file = readFileSync(path.join(__dirname, '../../../../src/tools/config.schema.json'), 'utf8');
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(CONFIG_SCHEMA)));
});

test('the configuration of the guide is read', async () => {
  const guide = readFileSync(path.join(__dirname, '../../../../docs/cli.md'), 'utf8');
  const config = JSON.parse(/```json\n([^`]+)```/.exec(guide)![1]!) as object;
  expect(await call('validate docs.js', config)).toMatchObject({ code: 1, noted: 'docs.js: 1 error.\n' });
});
