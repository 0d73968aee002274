// The documentation site: `npm run docs` builds it, `npm run docs:dev` serves it while it is written. `check`, of
// `npm test`, makes every page without what costs most of a build: the colours of code, and VitePress over the API's pages,
// whose Markdown it makes and asks for links alone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isPublic, PACKAGES } from './lib/entry-points.mjs';
import { installListed } from './lib/install.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';

const [mode = 'build'] = process.argv.slice(2);
const site = path.join(root, 'docs/site');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const binOf = (folder, name) => {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  const { bin } = readJson(manifest);
  return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
};

await installListed('the documentation site', 'docs/site');
await alone(build);
const api = path.join(root, mode === 'check' ? 'build/api' : 'docs/api');
const typedoc = [binOf(site, 'typedoc'), '--options', path.join(site, 'api'), '--out', api];
await must("Writing the API's pages", process.execPath, typedoc);

const { wrongApiPages, wrongPlaces } = await import('../docs/site/places.mjs');
const entryPoints = Object.values(PACKAGES)
  .flatMap((one) => Object.keys(one.entryPoints))
  .filter(isPublic);
const wrong = mode === 'dev' ? [] : [...wrongPlaces(), ...wrongApiPages(api, entryPoints)];
for (const text of wrong) console.error(text);

const vitepress = [binOf(site, 'vitepress'), mode === 'dev' ? 'dev' : 'build', site];
const child = spawn(process.execPath, vitepress, {
  stdio: 'inherit',
  env: { ...process.env, ...(mode === 'check' && { DTOSPEC_SITE: 'check' }) },
});
child.on('close', (code) => (process.exitCode = wrong.length > 0 ? 1 : (code ?? 1)));
