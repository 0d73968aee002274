// `npm run mutation`: installs Stryker, which nothing else needs, and runs it with stryker.config.mjs.
import { createRequire } from 'node:module';
import path from 'node:path';
import { installListed } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';

const folder = 'test/tools/mutation';
await installListed('Stryker', folder);
const packages = createRequire(path.join(root, folder, 'package.json'));
const manifest = packages.resolve('@stryker-mutator/core/package.json');
const stryker = path.join(path.dirname(manifest), packages(manifest).bin.stryker);
const { code } = await run(process.execPath, [stryker, 'run', ...process.argv.slice(2)], { shown: true });
process.exitCode = code;
