// From a fresh clone to a running sample: `npm run sample` is samples/shop, `npm run sample frameworks/koa` another one.
// Arguments go to the sample (`npm run sample -- --once`, `npm run sample durable redis`).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isInstalled } from './lib/install.mjs';
import { compileSamples } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';
import { prepareSample } from './lib/sample-folder.mjs';

const [first, ...rest] = process.argv.slice(2);
const [name, args] =
  first === undefined || first.startsWith('-') ? ['shop', process.argv.slice(2)] : [first, rest];

/** Samples with a program of their own to run them, as their READMEs say. */
const OTHERS = ['monorepo', 'next', 'no-metadata'];

const source = [`${name}.ts`, `${name}/main.ts`]
  .map((file) => `samples/${file}`)
  .find((file) => existsSync(path.join(root, file)) && !OTHERS.includes(file.split('/')[1]));
if (source === undefined) {
  console.error(`There is no sample ${name}: see samples/README.md.`);
  process.exit(1);
}
const program = await prepare(source);
// Ctrl-C reaches the sample too, which ends by itself; this waits for it.
process.on('SIGINT', () => {});
const { code } = await run(process.execPath, [program, ...args], { shown: true });
process.exitCode = code;

/** With the repository's dependencies, the sample is compiled against the built package. Without, it gets what it imports. */
async function prepare(file) {
  if (!isInstalled(root)) return prepareSample(file);
  await compileSamples();
  return file.replace(/^samples/, 'build/samples').replace(/ts$/, 'js');
}
