// Client generators: reads `{ folder, documents, whole }` from stdin, `whole` being the names of the documents that want more
// than types; writes `folder/document/generator/…`, prints what could not be generated, by `document/generator`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

// What the generators have to say to a person is no part of the answer.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const { folder, documents, whole } = await json(process.stdin);

const GENERATORS = {
  'openapi-typescript': async (input, output) => {
    const types = await openapiTS(new URL(`file://${input}`), { silent: true });
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'client.ts'), astToString(types));
  },
  'hey-api': (input, output, isWhole) =>
    createClient({
      input,
      output: { path: output, entryFile: true },
      // The types alone where nothing but them is asked for: the client is the same for every document.
      plugins: isWhole
        ? ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
        : ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    }),
  orval: (input, output) =>
    generate({
      input: { target: input },
      output: { target: path.join(output, 'client.ts'), client: 'fetch', mode: 'single' },
    }),
};

const failures = {};
for (const [name, document] of Object.entries(documents)) {
  const own = path.join(folder, name);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const input = path.join(own, 'openapi.json');
  writeFileSync(input, JSON.stringify(document));
  for (const [generator, run] of Object.entries(GENERATORS)) {
    try {
      await run(input, path.join(own, generator), whole.includes(name));
    } catch (error) {
      failures[`${name}/${generator}`] = String(error?.message ?? error);
    }
  }
}
print(JSON.stringify(failures));
