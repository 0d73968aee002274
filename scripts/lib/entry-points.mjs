// Every entry point, once. The build, jest and the tables of sizes read it; `npm run report:entries` writes it into the
// package.json and into tsconfig.json.

/** The package and its entry points: the source of each, by the name that users import. */
export const ENTRY_POINTS = {
  dtospec: 'src/index.ts',
  'dtospec/webhook': 'src/webhooks/messages/index.ts',
  'dtospec/express': 'src/adapters/express.ts',
  'dtospec/fastify': 'src/adapters/fastify.ts',
  'dtospec/koa': 'src/adapters/koa.ts',
  'dtospec/fetch': 'src/adapters/fetch.ts',
  'dtospec/nest': 'src/nest/index.ts',
  'dtospec/testing': 'src/guard/testing.ts',
  'dtospec/bullmq': 'src/webhooks/engines/bullmq/index.ts',
  'dtospec/postgres': 'src/webhooks/engines/postgres/index.ts',
  'dtospec/sqlite': 'src/webhooks/engines/sqlite/index.ts',
  'dtospec/diff': 'src/guard/diff/index.ts',
  'dtospec/client': 'src/client/index.ts',
  'dtospec/adapter': 'src/webhooks/notifier/index.ts',
  'dtospec/deliveries': 'src/deliveries/index.ts',
};

/** `dtospec/webhook` is built as `webhook`, and `dtospec` as `index`. */
const builtName = (name) => name.replace(/^dtospec\/?/, '').replaceAll('/', '-') || 'index';

/** The sources by the names of the built files, as the bundler takes them. */
export const BUNDLED = Object.fromEntries(
  Object.entries(ENTRY_POINTS).map(([name, source]) => [builtName(name), source]),
);

/** The map of jest, by which tests and samples import the package by its own name. */
export const MODULE_NAMES = Object.fromEntries(
  Object.entries(ENTRY_POINTS).map(([name, source]) => [`^${name}$`, `<rootDir>/${source}`]),
);

/** `paths` of tsconfig.json. */
export const PATHS = Object.fromEntries(
  Object.entries(ENTRY_POINTS).map(([name, source]) => [name, [`./${source}`]]),
);

/** `exports` of package.json. */
export const EXPORTS = Object.fromEntries([
  ...Object.keys(ENTRY_POINTS).map((name) => [name.replace('dtospec', '.'), conditions(builtName(name))]),
  ['./package.json', './package.json'],
]);

/** `typesVersions` of package.json, for compilers that do not read `exports`. */
export const TYPES_VERSIONS = {
  '*': Object.fromEntries(
    Object.keys(ENTRY_POINTS)
      .filter((name) => name.includes('/'))
      .map((name) => [name.replace('dtospec/', ''), [`./dist/${builtName(name)}.d.cts`]]),
  ),
};

function conditions(built) {
  const file = (extension) => `./dist/${built}${extension}`;
  return {
    import: {
      types: file('.d.ts'),
      module: file('.js'),
      'module-sync': file('.node.js'),
      default: file('.js'),
    },
    require: { types: file('.d.cts'), default: file('.cjs') },
  };
}
