import { defineConfig } from 'tsdown';
import { CHUNKS, exportToModules, requireWhenUsed, tidyDeclarations } from './scripts/lib/chunks.mjs';
import { BUNDLED } from './scripts/lib/entry-points.mjs';

export default defineConfig({
  format: {
    cjs: {
      entry: BUNDLED,
      outputOptions: { codeSplitting: CHUNKS },
      plugins: [requireWhenUsed(), exportToModules()],
    },
    // The command `dtospec` is an ES module only.
    // A module's own file, where it has one: a bundler that makes CommonJS of it leaves `undefined`, not an error.
    esm: {
      entry: { ...BUNDLED, cli: 'src/cli/main.ts' },
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
