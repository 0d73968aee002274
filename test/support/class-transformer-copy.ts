import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Loads another copy of class-transformer, as an installation with two of them does. */
export function loadOtherCopy(): typeof import('class-transformer') {
  const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  try {
    cpSync(path.dirname(require.resolve('class-transformer')), path.join(folder, 'class-transformer/cjs'), {
      recursive: true,
    });
    // oxlint-disable-next-line typescript/no-require-imports -- its path is known when the test runs
    return require(path.join(folder, 'class-transformer/cjs/index.js')) as typeof import('class-transformer');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
