import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { findViewer, readViewer, viewerNotInstalled } from '../../../src/page/viewer-file.js';

describe('the local viewer', () => {
  test('is the browser script of the installed package, under a path with its hash', () => {
    const { version, representation } = readViewer(findViewer('scalar') ?? '', 'scalar');
    expect(Buffer.from(representation.body).toString()).toContain('createApiReference');
    expect(version).toMatch(/^[0-9a-f]{16}$/);
  });

  test('throws at once if the package is not installed, with the remedy', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dtospec-'));
    const outfile = join(folder, 'server.cjs');
    buildSync({
      stdin: {
        contents: `
          const { createDocsServer } = require('./src/page/server.js');
          try { createDocsServer({ title: 'x', ui: { viewerSource: 'local' }, revision: 0 }); }
          catch (error) { console.log(error.code, error.message); }`,
        resolveDir: join(__dirname, '../../..'),
      },
      outfile,
      bundle: true,
      platform: 'node',
      logLevel: 'silent',
    });
    const { stdout } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).toContain('ERR_VIEWER_NOT_INSTALLED');
    expect(stdout).toContain('npm install @scalar/api-reference');
  });

  test('names the range of redoc to install, because redoc 3 is not supported', () => {
    expect(viewerNotInstalled('redoc').message).toContain('run `npm install redoc@2` in its folder');
  });
});
