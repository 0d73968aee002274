import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What is evaluated by `require('dtospec')`: decorators and the rest of what it exports, and nothing that makes a
 * document, serves it or answers requests. test/package/entry-points.test.ts holds it to that.
 */
const CORE = [
  'decorators/(?!index).*',
  // The helper of decorators: the core has decorated classes.
  'helpers/decorate',
  // Diagnostics belong to documents. The report of problems may need them after the last test, when jest loads no more files.
  'src/shared/(?!diagnostics\\.).*',
  'src/(built-docs|docs)',
  'src/adapters/node',
  'src/documents/model/(mapped-types|member-decorators|type/(csv-type|generic|type-functions|type-input-error))',
  'src/operations/(download|errors|make-reply|response/content-source|operation|problem|server-sent-event|standard-schema|validator|security/security-types)',
  'src/documents/rules/register',
  'src/documents/schema/(json-schema|validate-values)',
  'src/serialize/(errors|serialize)',
  'src/page/settings',
  'src/documents/openapi/(build|helpers|validate|create/security-schemes|types/document)',
];

/**
 * What a plain document does not need, by subject: V8 reads through each function of a file that is loaded. Without these,
 * a first build loads 460 KB in place of 660. test/package/entry-points.test.ts holds it to that.
 */
const RARE = [
  // Whether a schema accepts a value, and which members it documents.
  [
    'checker',
    'src/documents/json-schema/(checker/.*|object-schema|member-filter|member-shape|closed-schema|schema-parts)',
    'src/documents/schema/documented-members',
  ],
  ['csv', 'src/operations/(response/csv-text|request/read-csv)', 'src/documents/openapi/create/csv-schema'],
  ['contract', 'src/operations/contract/.*'],
  ['download', 'src/operations/response/(send-download|file-part)'],
  ['dialects', 'src/documents/json-schema/(dialects/.*|inline-definitions)'],
  ['facts', 'src/documents/model/facts/(facts|type-of-fact|stand-in|loaded-modules)'],
  ['negotiation', 'src/operations/response/negotiate'],
  ['multipart', 'src/operations/request/multipart-.*'],
  // JSON -> valid instance.
  [
    'reader',
    'src/operations/reader/.*',
    'src/documents/model/class-transformer/(binder|class-binding)',
    'src/documents/model/class-validator/(validator|validation-errors|rule-message|class-rules|quick-checks)',
  ],
  [
    'swagger',
    'src/documents/model/(nest-swagger/(operation|schema)|api-property/(presence|reconcile-type))',
    'src/documents/schema/api-property',
  ],
  // The document as text and YAML, with examples, and its parts.
  [
    'texts',
    'src/documents/openapi/(shown/.*|text/.*|yaml|config/view(-selection)?)',
    'src/documents/json-schema/example/.*',
  ],
];

/** The first that has a module takes it. Not the declarations: their build has the same options. */
const group = (name, ...places) => ({ name, test: new RegExp(`/(${places.join('|')})(?<!\\.d)\\.[jt]s$`) });

/** One file for each of these parts, instead of one for each set of entry points that have something in common. */
export const CHUNKS = {
  includeDependenciesRecursively: false,
  groups: [
    // In a chunk of its own, or an entry point would export it.
    { name: 'rolldown-runtime', test: /rolldown\/runtime/ },
    ...RARE.map(([name, ...places]) => group(name, ...places)),
    group('core', ...CORE),
    group('model', 'src/documents/model/.*', 'src/serialize/.*'),
    group(
      'document',
      'src/documents/(schema|json-schema|rules|openapi)/(?!index).*',
      'src/shared/diagnostics',
    ),
    group('server', 'src/page/.*'),
    group('operation', 'src/operations/.*'),
  ],
};

const REQUIRE = /^const (require_[\w$]+) = require\(["'](\.\/(?!core-|rolldown-runtime-)[^"']+)["']\);$/gm;

const EXPORT = /^exports\.([\w$]+) = (\(require_[\w$]+ \?\?= require\("[^"]+"\)\)\.[\w$]+);$/gm;

/** Has a chunk required where it is used first, as Babel's `lazy` does: modules have no side effects that would miss it. */
export function requireWhenUsed() {
  return {
    name: 'require-when-used',
    renderChunk(code, { name }) {
      let text = code;
      for (const [line, variable, file] of code.matchAll(REQUIRE))
        text = text
          .replace(line, `let ${variable};`)
          .replaceAll(`${variable}.`, `(${variable} ??= require("${file}")).`);
      // The tools use a few exports of many.
      if (name.startsWith('internal'))
        text = text.replaceAll(
          EXPORT,
          'Object.defineProperty(exports, "$1", { enumerable: true, get: () => $2 });',
        );
      return text;
    },
  };
}

/** Packages that are CommonJS. pg-boss is not, and a runtime may lack require for ES modules. */
const IMPORT = /\bimport\("(@fastify\/busboy|axios|undici\/index\.js)"\)/g;

/** Has CommonJS require a package in place of an import, which jest cannot run without a flag of Node.js. */
export function requireInCommonJS() {
  return {
    name: 'require-in-commonjs',
    renderChunk: (code) => code.replaceAll(IMPORT, 'Promise.resolve().then(() => require("$1"))'),
  };
}

/** Optional peers that an entry point requires at its import, with the packages to install. */
const PEERS = {
  '@modelcontextprotocol/server': { entry: 'dtospec/mcp', install: '@modelcontextprotocol/server' },
  bullmq: { entry: 'dtospec/bullmq', install: 'bullmq@6' },
  '@nestjs/common': { entry: 'dtospec/nest', install: '@nestjs/common @nestjs/core' },
  '@nestjs/core': { entry: 'dtospec/nest', install: '@nestjs/common @nestjs/core' },
};

const PEER = /^let ([\w$]+) = require\("([^"]+)"\);$/gm;

/** Has the import of an entry point whose peer is missing fail with the command that installs the peer. */
export function nameMissingPeers() {
  return {
    name: 'name-missing-peers',
    renderChunk(code) {
      const text = code.replaceAll(PEER, (line, variable, name) => {
        const peer = PEERS[name];
        if (peer === undefined) return line;
        const message = `${peer.entry} needs the package ${name}: npm install ${peer.install}`;
        return `let ${variable} = requirePeer(() => require("${name}"), "${name}", "${message}");`;
      });
      return text === code ? undefined : `${text}\n${requirePeer}\n`;
    },
  };
}

/** A part of the chunk, whose core has ConfigError. */
const requirePeer = `function requirePeer(load, name, message) {
	try {
		return load();
	} catch (cause) {
		if (cause?.code !== "MODULE_NOT_FOUND" || !cause.message.includes("'" + name + "'")) throw cause;
		throw new require_core.ConfigError(message, { cause });
	}
}`;

const GETTER =
  /Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);?\s*\}\s*\}\);/g;

/**
 * Has a chunk export values in place of getters, which cost a call at each use. Its last lines export, and no chunk is
 * required before they ran.
 */
export function exportValues() {
  return {
    name: 'export-values',
    renderChunk: (code, { isEntry }) => (isEntry ? undefined : code.replaceAll(GETTER, 'exports.$1 = $2;')),
  };
}

/**
 * Has a chunk consist of ASCII characters, which V8 keeps in one byte each. One other character makes it two for the whole
 * text, and reading and compiling it takes a third longer. Literals and comments may contain such characters.
 */
export function escapeCharacters() {
  return {
    name: 'escape-characters',
    // Not while a chunk is rendered: the bundler prints it once more.
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && !output.fileName.endsWith('.d.cts'))
          output.code = output.code.replaceAll(
            /[^\0-\x7F]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
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
        // What the command exports is for its own chunks.
        if (isEntry && name !== 'cli' && exports.length > 0)
          this.emitFile({
            type: 'asset',
            fileName: `${name}.node.js`,
            source: `import entry from './${fileName}';\nexport const { ${exports.join(', ')} } = entry;\n`,
          });
    },
  };
}

/**
 * Tidies the declarations of a folder. In object types the bundler writes the docstring of a field behind the previous
 * field, where editors ignore it; it also leaves empty files that nothing imports.
 */
export function tidyDeclarations(folder) {
  for (const name of readdirSync(folder).filter((file) => /\.d\.c?ts$/.test(file))) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (text === 'export { };') {
      rmSync(file);
      continue;
    }
    const tidy = text.replaceAll(/^( *)(.*;) (\/\*\*(?:[^*]|\*(?!\/))*\*\/)$/gm, '$1$2\n$1$3');
    if (tidy !== text) writeFileSync(file, tidy);
  }
}
