// Remembers the documents that the validators have passed, so that the next run of the same tests asks nothing again.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);
const root = new URL('../../../', here);

/** Another version of a validator, or another way to ask it, is another list. */
const list = new URL(`build/documents/passed-${keyOfValidators()}.txt`, root);

function keyOfValidators() {
  const hash = createHash('sha256');
  for (const file of readdirSync(here).sort()) hash.update(readFileSync(new URL(file, here)));
  for (const name of ['@hyperjump/json-schema', '@redocly/openapi-core'])
    hash.update(readFileSync(new URL(`node_modules/${name}/package.json`, root)));
  return hash.digest('hex').slice(0, 16);
}

/** Names of the files of documents that passed. */
export function readPassed() {
  return new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []);
}

export function writePassed(names) {
  if (names.length > 0) appendFileSync(list, `${names.join('\n')}\n`);
}
