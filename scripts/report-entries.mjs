// Writes the entry points of lib/entry-points.mjs into both package.json and into tsconfig.json; with --check, names a file
// that differs.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifestEntries, PACKAGES, PATHS } from './lib/entry-points.mjs';
import { bin, root } from './lib/run.mjs';

for (const [name, { folder }] of Object.entries(PACKAGES))
  update(path.join(folder, 'package.json'), (manifest) => ({ ...manifest, ...manifestEntries(name) }));
update('tsconfig.json', (config) => {
  const others = Object.entries(config.compilerOptions.paths).filter(([name]) => !name.startsWith('dtospec'));
  const paths = { ...PATHS, ...Object.fromEntries(others) };
  return { ...config, compilerOptions: { ...config.compilerOptions, paths } };
});

function update(name, change) {
  const file = path.join(root, name);
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const after = change(before);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (process.argv.includes('--check')) {
    console.log(`${name} has other entry points than scripts/lib/entry-points.mjs: npm run report:entries`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
    execFileSync(process.execPath, [bin('oxfmt'), file]);
  }
}
