import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    webhook: 'src/webhook/index.ts',
    express: 'src/adapters/express.ts',
    fastify: 'src/adapters/fastify.ts',
    koa: 'src/adapters/koa.ts',
    fetch: 'src/adapters/fetch.ts',
    nest: 'src/nest/index.ts',
    testing: 'src/testing/index.ts',
    bullmq: 'src/engines/bullmq/index.ts',
    sqlite: 'src/engines/sqlite/index.ts',
    diff: 'src/diff/index.ts',
    // The command `dtospec`; Node runs it as an ES module.
    cli: 'src/cli/main.ts',
  },
  format: {
    cjs: {},
    // Its own file, where a module has one: a bundler that makes CommonJS of it leaves `undefined`, not an error.
    esm: { define: { __filename: 'import.meta.filename' } },
  },
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
  tsconfig: 'tsconfig.build.json',
  platform: 'node',
  target: 'node20',
  dts: true,
  sourcemap: false,
  clean: true,
});
