// Lets a script run the repository's TypeScript as the tests do: by the real compiler, decorator metadata included.
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import ts from 'typescript';

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
};

Module._extensions['.ts'] = (module, filename) => {
  const { outputText } = ts.transpileModule(readFileSync(filename, 'utf8'), {
    compilerOptions,
    fileName: filename,
  });
  module._compile(outputText, filename);
};

// Sources import each other as `./x.js`.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const isOurs = parent?.filename?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(request);
  return resolve.call(this, isOurs ? request.replace(/\.js$/, '.ts') : request, parent, ...rest);
};

const requireFrom = createRequire(import.meta.url);
requireFrom('reflect-metadata');

/** The exports of a TypeScript file, by its path from the repository's root. */
export function requireTypeScript(path) {
  return requireFrom(`../../${path}`);
}
