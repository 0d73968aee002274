import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '../..');

/** Compiles a sample over the sources, so that no build is needed first. */
export function compileSample(file: string): string {
  const outfile = join(ROOT, 'build/test', `${basename(file)}-${process.pid}.mjs`);
  mkdirSync(join(ROOT, 'build/test'), { recursive: true });
  buildSync({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: Object.fromEntries([
      ...['express', 'fastify', 'koa', 'fetch'].map((name) => [
        `dtospec/${name}`,
        join(ROOT, `src/adapters/${name}.ts`),
      ]),
      ['dtospec/bullmq', join(ROOT, 'src/engines/bullmq/index.ts')],
      ['dtospec/sqlite', join(ROOT, 'src/engines/sqlite/index.ts')],
      ['dtospec/nest', join(ROOT, 'src/nest/index.ts')],
      ['dtospec/testing', join(ROOT, 'src/testing/index.ts')],
      ['dtospec/webhook', join(ROOT, 'src/webhook/index.ts')],
      ['dtospec', join(ROOT, 'src/index.ts')],
    ]),
    packages: 'external',
    define: { __filename: 'import.meta.filename' },
    logLevel: 'error',
  });
  return outfile;
}
