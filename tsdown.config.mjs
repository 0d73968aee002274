import { defineConfig } from 'tsdown';
import {
  CHUNKS,
  exportToModules,
  exportValues,
  requireWhenUsed,
  tidyDeclarations,
} from './scripts/lib/chunks.mjs';
import { bundledEntries } from './scripts/lib/entry-points.mjs';

/** The build of a package, and of its command, which is an ES module only. */
const build = (packageName, outDir, command, more = {}) => ({
  name: packageName,
  format: {
    cjs: {
      entry: bundledEntries(packageName),
      outputOptions: { codeSplitting: CHUNKS },
      plugins: [requireWhenUsed(), exportValues(), exportToModules()],
    },
    // A module's own file, where it has one: a bundler that makes CommonJS of it leaves `undefined`, not an error.
    esm: {
      entry: { ...bundledEntries(packageName), cli: command },
      define: { __filename: 'import.meta.filename' },
    },
  },
  outDir,
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
  tsconfig: 'tsconfig.build.json',
  skipNodeModulesBundle: true,
  platform: 'node',
  target: 'node20',
  dts: true,
  hooks: { 'build:done': ({ options }) => tidyDeclarations(options.outDir) },
  sourcemap: false,
  clean: true,
  ...more,
});

export default defineConfig([
  build('dtospec', 'dist', 'src/cli.ts'),
  // The runtime is a package beside it, whatever tsconfig.json says for the sources.
  build('dtospec-tools', 'src/tools/dist', 'src/tools/cli/main.ts', {
    external: [/^dtospec(\/|$)/],
  }),
]);
