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
  const parts = [source, filename, configString, options, version];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export default {
  process: (source, filename) => transformSync(source, { ...options, filename }),
  getCacheKey,
};
