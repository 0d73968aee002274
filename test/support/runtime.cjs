// jest's runtime that compiles a module once for a worker. jest itself does so for every test file, which is the larger
// part of what a short one takes: each file has modules of its own, but their code is the same.
const path = require('node:path');
const { AsyncLocalStorage } = require('node:async_hooks');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = path.join(__dirname, '../..');
/** What does not change while the tests run. They write programs of their own below `build`. */
const LASTING = ['node_modules', 'src', 'decorators', 'test', 'samples'].map((folder) =>
  path.join(ROOT, folder, path.sep),
);
const isLasting = (filename) => LASTING.some((folder) => filename.startsWith(folder));

/** By file: what jest's transformer made of it, and that compiled. */
const transformed = new Map();
const scripts = new Map();

module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    const [, environment, , , , { collectCoverage }, , { watch, watchAll }] = args;
    // Only then the code of a file may be another.
    if (collectCoverage || watch || watchAll) return;
    keepTransformed(this.transformCache);
    keepCompiled(this.executor, environment);
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};

/**
 * jest has a storage for every test file and never ends it, and until Node 24 each promise is told to all there have been:
 * after a hundred files a promise takes a hundred times as long.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

function keepTransformed(cache) {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    if (!isLasting(filename)) return transform(filename, options);
    const known = transformed.get(filename);
    if (known === undefined) {
      const code = transform(filename, options);
      // Modules of jest's own are read only, hence not among what was transformed.
      transformed.set(filename, cache.transforms.get(filename) ?? { code });
      return code;
    }
    if ('originalCode' in known) cache.transforms.set(filename, known);
    if (known.sourceMapPath) cache.sourceMaps.set(filename, known.sourceMapPath);
    return known.code;
  };
}

function keepCompiled(executor, environment) {
  const compile = executor.compile.bind(executor);
  executor.compile = (code, filename) => {
    const context = environment.getVmContext();
    if (context == null || !path.isAbsolute(filename)) return compile(code, filename);
    const known = scripts.get(filename);
    if (known?.code === code) return known.script.runInContext(context);
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    try {
      const script = new Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
      scripts.set(filename, { code, script });
      return script.runInContext(context);
    } catch {
      // It says better what is wrong.
      return compile(code, filename);
    }
  };
}
