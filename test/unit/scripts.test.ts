import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(__dirname, '../../scripts');
const page = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');

test('scripts/README.md lists each script once', () => {
  const listed = [...page.matchAll(/^\| `([\w-]+\.mjs)`/gm)].map(([, name]) => name);
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'));
  expect(listed.sort()).toEqual(scripts.sort());
});

test('every command that scripts/README.md names is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(FOLDER, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...page.matchAll(/`npm run ([\w:-]+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name! in scripts))).toEqual([]);
});
