import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import type { Listening } from './listen.js';

const ROOT = join(__dirname, '../..');
const BUNDLE = join(ROOT, 'build/test/nest-server.mjs');

/** NestJS is an ES module, which jest cannot load here, so it runs in a process of its own. */
export async function startNest(platform: 'express' | 'fastify'): Promise<Listening> {
  buildSync({
    entryPoints: [join(__dirname, 'nest-server.ts')],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { __filename: 'import.meta.filename' },
    logLevel: 'silent',
  });
  const child = spawn(process.execPath, [BUNDLE, platform], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    origin,
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
