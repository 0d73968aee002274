import { defineConfig } from 'tsdown';
import { CHUNKS, exportToModules, requireWhenUsed, tidyDeclarations } from './scripts/lib/chunks.mjs';

const entryPoints = {
  index: 'src/index.ts',
  webhook: 'src/webhooks/messages/index.ts',
  express: 'src/adapters/express.ts',
  fastify: 'src/adapters/fastify.ts',
  koa: 'src/adapters/koa.ts',
  fetch: 'src/adapters/fetch.ts',
  nest: 'src/nest/index.ts',
  testing: 'src/guard/testing.ts',
  bullmq: 'src/webhooks/engines/bullmq/index.ts',
  postgres: 'src/webhooks/engines/postgres/index.ts',
  sqlite: 'src/webhooks/engines/sqlite/index.ts',
  diff: 'src/guard/diff/index.ts',
  client: 'src/client/index.ts',
  adapter: 'src/webhooks/notifier/index.ts',
  deliveries: 'src/deliveries/index.ts',
};

export default defineConfig({
  format: {
    cjs: {
      entry: entryPoints,
      outputOptions: { codeSplitting: CHUNKS },
      plugins: [requireWhenUsed(), exportToModules()],
    },
    // The command `dtospec` is an ES module only.
    // A module's own file, where it has one: a bundler that makes CommonJS of it leaves `undefined`, not an error.
    esm: {
      entry: { ...entryPoints, cli: 'src/cli/main.ts' },
      define: { __filename: 'import.meta.filename' },
    },
  },
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
  tsconfig: 'tsconfig.build.json',
  platform: 'node',
  target: 'node20',
  dts: true,
  hooks: { 'build:done': ({ options }) => tidyDeclarations(options.outDir) },
  sourcemap: false,
  clean: true,
});
