// Has tsoa, routing-controllers-openapi and swagger-jsdoc document the API of test/tools/coming-from, for the tests that
// compare their documents with ours; with --check, says where they say something else than what is kept.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installListed } from './lib/install.mjs';
import { must, root } from './lib/run.mjs';

const kept = path.join(root, 'test/fixtures/coming-from');
const isCheck = process.argv.includes('--check');
const into = isCheck ? mkdtempSync(path.join(tmpdir(), 'coming-from-')) : kept;

await installListed('what others document with', 'test/tools/coming-from');
await must('Documenting', process.execPath, ['test/tools/coming-from/generate.mjs', into]);

const read = (folder, name) => readFileSync(path.join(folder, `${name}.json`), 'utf8');
for (const name of ['tsoa', 'routing-controllers', 'swagger-jsdoc'])
  if (read(into, name) !== read(kept, name)) {
    console.log(
      `${name} says something else than ${path.join(kept, `${name}.json`)}: npm run report:coming-from`,
    );
    process.exitCode = 1;
  }
if (isCheck) rmSync(into, { recursive: true });
