// node --import: prints the address of every module that is loaded, ES or CommonJS, to the file LOADS names.
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';

const hooks = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADS, url + '\\n');
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const load = Module._load;
Module._load = function (request, parent, isMain) {
  appendFileSync(process.env.LOADS, `${Module._resolveFilename(request, parent, isMain)}\n`);
  return load.call(this, request, parent, isMain);
};
