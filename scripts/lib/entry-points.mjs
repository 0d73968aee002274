// Every entry point of the two packages, once. The build, jest and the checks of the packages read it; `npm run report:entries`
// writes it into both package.json and into tsconfig.json.

/** The packages by name: the folder of package.json and `dist`, and the source of each entry point by its name for users. */
export const PACKAGES = {
  dtospec: {
    folder: '.',
    entryPoints: {
      dtospec: 'src/index.ts',
      'dtospec/webhook': 'src/webhooks/messages/index.ts',
      'dtospec/express': 'src/adapters/express.ts',
      'dtospec/fastify': 'src/adapters/fastify.ts',
      'dtospec/koa': 'src/adapters/koa.ts',
      'dtospec/fetch': 'src/adapters/fetch.ts',
      'dtospec/nest': 'src/nest/index.ts',
      'dtospec/bullmq': 'src/webhooks/engines/bullmq/index.ts',
      'dtospec/postgres': 'src/webhooks/engines/postgres/index.ts',
      'dtospec/sqlite': 'src/webhooks/engines/sqlite/index.ts',
      'dtospec/client': 'src/client/index.ts',
      'dtospec/adapter': 'src/webhooks/notifier/index.ts',
      'dtospec/deliveries': 'src/deliveries/index.ts',
      'dtospec/decorators': 'decorators/index.ts',
      'dtospec/schema': 'src/documents/schema/index.ts',
      'dtospec/mcp': 'src/mcp/index.ts',
      'dtospec/verify': 'src/webhooks/messages/signatures/index.ts',
      'dtospec/internal': 'src/internal.ts',
      'dtospec/internal/nest': 'src/nest/internal.ts',
    },
  },
  'dtospec-tools': {
    folder: 'src/tools',
    entryPoints: {
      'dtospec-tools/testing': 'src/tools/testing.ts',
      'dtospec-tools/diff': 'src/tools/diff/index.ts',
    },
  },
};

const ALL = Object.entries(Object.assign({}, ...Object.values(PACKAGES).map((one) => one.entryPoints)));

/** Returns whether an entry point is offered to users. */
export const isPublic = (name) => !name.startsWith('dtospec/internal');

/** The map of jest, by which tests and samples import the packages by their names. */
export const MODULE_NAMES = Object.fromEntries(
  ALL.map(([name, source]) => [`^${name}$`, `<rootDir>/${source}`]),
);

/** `paths` of tsconfig.json. */
export const PATHS = Object.fromEntries(ALL.map(([name, source]) => [name, [`./${source}`]]));

/** The sources of a package by the names of the built files, as the bundler takes them. */
export function bundledEntries(packageName) {
  const entries = Object.entries(PACKAGES[packageName].entryPoints);
  return Object.fromEntries(entries.map(([name, source]) => [builtName(name), source]));
}

/** `exports` and `typesVersions` (for compilers that do not read `exports`) of a package's package.json. */
export function manifestEntries(packageName) {
  const names = Object.keys(PACKAGES[packageName].entryPoints);
  const subpath = (name) => name.slice(packageName.length + 1);
  const exported = names.map((name) => [
    name === packageName ? '.' : `./${subpath(name)}`,
    conditions(builtName(name)),
  ]);
  const typed = names
    .filter((name) => name !== packageName)
    .map((name) => [subpath(name), [`./dist/${builtName(name)}.d.cts`]]);
  return {
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    typesVersions: { '*': Object.fromEntries(typed) },
  };
}

/** `dtospec/webhook` is built as `webhook`, and `dtospec` as `index`. */
function builtName(name) {
  const [, ...parts] = name.split('/');
  return parts.length === 0 ? 'index' : parts.join('-');
}

function conditions(built) {
  const file = (extension) => `./dist/${built}${extension}`;
  return {
    import: {
      types: file('.d.ts'),
      module: file('.js'),
      // Every Node.js knows `node`. @vercel/nft, which collects the files of a deployment, ignores `module-sync` in Node.js 20.
      node: file('.node.js'),
      default: file('.js'),
    },
    require: { types: file('.d.cts'), default: file('.cjs') },
  };
}
