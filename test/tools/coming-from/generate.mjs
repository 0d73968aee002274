// Has each library make its document of the API in this folder; the last argument is the folder for them.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const out = path.resolve(process.argv[2]);
const node = (...args) => execFileSync(process.execPath, args, { cwd: here, stdio: 'inherit' });

node('node_modules/@tsoa/cli/dist/cli.js', 'spec', '-c', 'tsoa.json');
node('node_modules/typescript/bin/tsc', '-p', '.');
node('out/routing-controllers.js');
node('swagger-jsdoc.mjs');
for (const name of ['tsoa', 'routing-controllers', 'swagger-jsdoc'])
  copyFileSync(path.join(here, 'out', `${name}.json`), path.join(out, `${name}.json`));
