// From a fresh clone to a running sample: `npm run sample` is samples/shop, `npm run sample frameworks/koa` another one.
// Arguments go to the sample (`npm run sample -- --once`, `npm run sample durable redis`).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { install } from './lib/install.mjs';
import { compileSamples } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

const [first, ...rest] = process.argv.slice(2);
const [name, args] =
  first === undefined || first.startsWith('-') ? ['shop', process.argv.slice(2)] : [first, rest];

await install();
await compileSamples();
const program = [`${name}.js`, `${name}/main.js`]
  .map((file) => path.join('build/samples', file))
  .find((file) => existsSync(path.join(root, file)));
if (program === undefined) {
  console.error(`There is no sample ${name}: see samples/README.md.`);
  process.exit(1);
}
// Ctrl-C reaches the sample too, which ends by itself; this waits for it.
process.on('SIGINT', () => {});
const { code } = await run(process.execPath, [program, ...args], { shown: true });
process.exitCode = code;
