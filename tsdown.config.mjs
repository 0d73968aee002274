import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    webhook: 'src/webhook/index.ts',
    express: 'src/adapters/express.ts',
    fastify: 'src/adapters/fastify.ts',
    koa: 'src/adapters/koa.ts',
    fetch: 'src/adapters/fetch.ts',
  },
  format: ['esm', 'cjs'],
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
  tsconfig: 'tsconfig.build.json',
  platform: 'node',
  target: 'node20',
  dts: true,
  sourcemap: false,
  // `__filename` in an ES module: the one thing that loads a library lazily needs it.
  shims: true,
  clean: true,
});
