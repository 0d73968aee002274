/**
 * What is evaluated by `require('dtospec')`: decorators and the rest of what it exports, and nothing that makes a
 * document, serves it or answers requests. test/package/entry-points.test.ts holds it to that.
 */
const CORE = [
  'decorators/.*',
  'src/base/.*',
  'src/(built-docs|docs|docs-view)',
  'src/adapters/node',
  'src/model/(file-stream|generic|mapped-types|type-functions|type-input-error|class-transformer/copies)',
  'src/operation/(body-errors|operation|problem|reply|server-sent-event|standard-schema)',
  'src/rules/register',
  'src/schema/json-schema',
  'src/serialize/(errors|serialize)',
  'src/server/(errors|paths|serving-error|settings)',
  'src/spec/(build|helpers|security-schemes|validate)',
];

/** The first that has a module takes it. Not the declarations: their build has the same options. */
const group = (name, ...places) => ({ name, test: new RegExp(`/(${places.join('|')})(?<!\\.d)\\.ts$`) });

/** One file for each of these parts, instead of one for each set of entry points that have something in common. */
export const CHUNKS = {
  includeDependenciesRecursively: false,
  groups: [
    group('core', ...CORE),
    group('model', 'src/(model|serialize)/.*'),
    group('document', 'src/(schema|json-schema|rules|spec)/.*'),
    group('server', 'src/server/.*'),
    group('operation', 'src/operation/.*'),
  ],
};

const REQUIRE = /^const (require_[\w$]+) = require\(["'](\.\/[^"']+)["']\);$/gm;
const EAGER = /^\.\/(core|rolldown-runtime)-/;

/** Has a chunk required where it is used first, as Babel's `lazy` does. Modules have no side effects that would miss it. */
export function requireWhenUsed() {
  return {
    name: 'require-when-used',
    renderChunk(code) {
      const names = [];
      const declared = code.replace(REQUIRE, (line, name, file) => {
        if (EAGER.test(file)) return line;
        names.push(name);
        return `let ${name}$exports;\nconst ${name} = { get exports() { return (${name}$exports ??= require("${file}")); } };`;
      });
      return names.reduce((text, name) => text.replaceAll(`${name}.`, `${name}.exports.`), declared);
    },
  };
}

/**
 * Beside each CommonJS entry point a module for Node.js that has the same exports: modules that are imported cannot wait
 * for their first use, those that are required can, and a process has one copy of the package then.
 */
export function exportToModules() {
  return {
    name: 'export-to-modules',
    generateBundle(_options, bundle) {
      for (const { isEntry, name, fileName, exports } of Object.values(bundle))
        if (isEntry && exports.length > 0)
          this.emitFile({
            type: 'asset',
            fileName: `${name}.node.js`,
            source: `import entry from './${fileName}';\nexport const { ${exports.join(', ')} } = entry;\n`,
          });
    },
  };
}
