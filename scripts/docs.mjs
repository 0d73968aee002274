// The documentation site: `npm run docs` builds it, `npm run docs:dev` serves it while it is written. `check`, of
// `npm test`, makes every page without what costs most of a build, the API's pages and the colours of code.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installListed } from './lib/listed.mjs';
import { must, root } from './lib/run.mjs';

const [mode = 'build'] = process.argv.slice(2);
const site = path.join(root, 'docs/site');
const binOf = (folder, name) => {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
};

await installListed('the documentation site', 'docs/site');
if (mode !== 'check') {
  await installListed("what writes the API's pages", 'docs/site/api');
  const typedoc = binOf(path.join(site, 'api'), 'typedoc');
  await must("Writing the API's pages", process.execPath, [typedoc, '--options', path.join(site, 'api')]);
}

const { wrongPlaces } = await import('../docs/site/places.mjs');
const wrong = mode === 'dev' ? [] : wrongPlaces();
for (const text of wrong) console.error(text);

const vitepress = [binOf(site, 'vitepress'), mode === 'dev' ? 'dev' : 'build', site];
const child = spawn(process.execPath, vitepress, {
  stdio: 'inherit',
  env: { ...process.env, ...(mode === 'check' && { DTOSPEC_SITE: 'check' }) },
});
child.on('close', (code) => (process.exitCode = wrong.length > 0 ? 1 : (code ?? 1)));
