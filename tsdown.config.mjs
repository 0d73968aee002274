import { defineConfig } from 'tsdown';
import {
  CHUNKS,
  escapeCharacters,
  exportToModules,
  exportValues,
  nameMissingPeers,
  requireInCommonJS,
  requireWhenUsed,
  tidyDeclarations,
} from './scripts/lib/chunks.mjs';
import { bundledEntries } from './scripts/lib/entry-points.mjs';

/** The build of a package, and of its command in one of the formats. */
const build = (packageName, outDir, command, more = {}) => ({
  name: packageName,
  format: {
    cjs: {
      entry: { ...bundledEntries(packageName), ...command.cjs },
      outputOptions: { codeSplitting: CHUNKS },
      plugins: [
        requireInCommonJS(),
        requireWhenUsed(),
        exportValues(),
        nameMissingPeers(),
        escapeCharacters(),
        exportToModules(),
      ],
    },
    // A module's own file, where it has one: a bundler that makes CommonJS of it leaves `undefined`, not an error.
    esm: {
      entry: { ...bundledEntries(packageName), ...command.esm },
      define: { __filename: 'import.meta.filename' },
    },
  },
  outDir,
  outExtensions: ({ format }) =>
    format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' },
  tsconfig: 'tsconfig.build.json',
  deps: { skipNodeModulesBundle: true, ...more },
  platform: 'node',
  target: 'node20',
  dts: true,
  hooks: { 'build:done': ({ options }) => tidyDeclarations(options.outDir) },
  sourcemap: false,
  clean: true,
});

export default defineConfig([
  build('dtospec', 'dist', { esm: { cli: 'src/cli.ts' } }),
  // CommonJS loads of the runtime what a subcommand uses. The runtime is a package beside it, whatever tsconfig.json says.
  build(
    'dtospec-tools',
    'src/tools/dist',
    { cjs: { cli: 'src/tools/cli/main.ts' } },
    { neverBundle: [/^dtospec(\/|$)/] },
  ),
]);
