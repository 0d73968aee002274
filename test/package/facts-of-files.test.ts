import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, preparePackage } from '../support/programs/packed-package.js';

/** Two classes of one name, and facts about that of one file. Jest hides the modules that Node has loaded. */
const PROGRAM = `
  require('reflect-metadata');
  const { Docs, jsonSchemaOf } = require('dtospec');
  const [one, two] = ['one', 'two'].map((name) => require(process.argv[1] + '/dist/' + name + '/cat.js'));
  const members = { name: { schema: { type: 'string' }, required: true } };
  new Docs({
    info: { title: 'Cats', version: '1' },
    facts: {
      facts: 1,
      typescript: '5.9.3',
      strictNulls: true,
      sources: {},
      handlers: {},
      operations: {},
      types: { 'src/one/cat.ts#Cat': { name: 'Cat', class: 'Cat', members } },
    },
  });
  const schemaOf = ({ Cat }) => jsonSchemaOf(Cat, { direction: 'output', refs: 'inline' });
  console.log(JSON.stringify([schemaOf(one), schemaOf(two)]));
`;

let folder: string;

beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'dtospec-facts-'));
  for (const name of ['one', 'two']) {
    mkdirSync(path.join(folder, 'dist', name), { recursive: true });
    writeFileSync(path.join(folder, 'dist', name, 'cat.js'), 'exports.Cat = class Cat {};');
  }
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('facts are about the class of the file that they were read from', async () => {
  const args = ['--input-type=commonjs', '--eval', PROGRAM, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: consumerFolder });
  const [one, two] = JSON.parse(stdout) as [object, object];
  expect(one).toMatchObject({ properties: { name: { type: 'string' } }, required: ['name'] });
  expect(two).not.toHaveProperty('properties');
});
