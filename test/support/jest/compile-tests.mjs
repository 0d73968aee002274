// jest's transformer: one file of TypeScript at a time, with decorator metadata as tsc writes it.
import { createHash } from 'node:crypto';
import { transformSync, version } from '@swc/core';

const options = {
  swcrc: false,
  sourceMaps: true,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    // `hidden.jest` moves jest.mock() above the imports.
    transform: { legacyDecorator: true, decoratorMetadata: true, hidden: { jest: true } },
  },
};

/** Of all that the result depends on. */
function getCacheKey(source, filename, { configString }) {
  const parts = [source, filename, configString, options, version, String(LAZY), String(requireWhenUsed)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Files that re-export much of the runtime: a test loads of it what it uses. */
const LAZY = /\/src\/(?:nest\/)?internal\.ts$/;

const REQUIRE = /^const (_[\w$]+) = (require\("[^"]+"\));$/gm;

/** Requires each module once, when its first export is read: jest resolves the path at each call of `require`. */
function requireWhenUsed({ code, map }) {
  let text = code;
  for (const [line, name, required] of code.matchAll(REQUIRE))
    text = text
      .replace(line, `let ${name};`)
      .replaceAll(`return ${name}.`, `return (${name} ??= ${required}).`);
  return { code: text, map };
}

export default {
  process(source, filename) {
    const compiled = transformSync(source, { ...options, filename });
    return LAZY.test(filename) ? requireWhenUsed(compiled) : compiled;
  },
  getCacheKey,
};
