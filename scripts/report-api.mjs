// Writes the public API to test/package/api, a file for each entry point; with --check, says where it is another.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reportApi } from './lib/api-report.mjs';
import { alone, build } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

const folder = path.join(root, 'test/package/api');
mkdirSync(folder, { recursive: true });
await alone(build);
const report = new Map([...reportApi()].map(([entry, text]) => [`${entry.replace('/', '-')}.txt`, text]));
const written = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
);
const changed = [...new Set([...report.keys(), ...written.keys()])].filter(
  (file) => report.get(file) !== written.get(file),
);
if (!process.argv.includes('--check')) for (const file of changed) write(file);
else if (changed.length > 0) {
  for (const file of changed) console.log(`${file}\n${difference(written.get(file), report.get(file))}`);
  console.log('The public API has changed: run `npm run report:api`, and commit what it writes.');
  process.exitCode = 1;
}

function write(file) {
  const text = report.get(file);
  if (text === undefined) rmSync(path.join(folder, file));
  else writeFileSync(path.join(folder, file), text);
}

/** The lines that only one of them has. */
function difference(before = '', after = '') {
  const [old, current] = [before, after].map((text) => text.split('\n'));
  return [
    ...old.filter((line) => !current.includes(line)).map((line) => `- ${line}`),
    ...current.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ].join('\n');
}
