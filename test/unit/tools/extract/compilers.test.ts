import { transformSync as transformBySwc } from '@swc/core';
import { buildSync, transformSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { FactsFile } from '../../../../src/documents/model/facts/facts-file.js';
import { createProject, type Project } from '../../../support/extract/project.js';
import { DECLARATIONS, OPEN_TYPES, TYPE_ROWS } from './type-table.js';

const NAMES = [...DECLARATIONS.matchAll(/export (?:abstract )?(?:enum|class|interface|type|const) (\w+)/g)];
const TYPES = [...TYPE_ROWS.map(({ type }) => type), ...OPEN_TYPES];

const CONTROLLER = `import { ${NAMES.map((match) => match[1]).join(', ')} } from './types';
declare const Get: () => MethodDecorator;
declare const Controller: () => ClassDecorator;
/** A table. */
@Controller()
export class Table {
  /**
   * The first.
   * @example 1
   * @deprecated
   */
${TYPES.map((type, index) => `  @Get() row${index}(): Promise<${type}> { throw new Error(); }`).join('\n')}
}
`;

function project(typescript: string): Project {
  const files = { 'src/types.ts': DECLARATIONS, 'src/controller.ts': CONTROLLER };
  // The compiler of TypeScript 7 is a package of its own.
  return createProject(files, {}, { typescript, '@typescript': '@typescript' });
}

/** The members of a union have the order in which the compiler met them. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(inOneOrder)
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inOneOrder(inner)]));
}

const PROGRAM = path.resolve('build/test-extract.mjs');

/** Reads the facts in a process of its own: Jest imports no ES module, which the API of TypeScript 7 is. */
function extractOutside(folder: string): FactsFile {
  buildSync({
    entryPoints: [path.resolve('src/tools/extract/extract.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'dtospec/internal': path.resolve('src/internal.ts') },
    outfile: PROGRAM,
  });
  const options = JSON.stringify({ cwd: folder, folder });
  const script = `const { extractFacts } = await import(${JSON.stringify(PROGRAM)});
process.stdout.write(JSON.stringify(await extractFacts(${options})));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(text) as FactsFile;
}

/** It is installed with the other programs that only tests use. */
const SIX = '../test/tools/node_modules/typescript';
const hasSix = existsSync(path.resolve('node_modules', SIX));

test.each([
  ['typescript-5.5', /^5\.5\./],
  ...(hasSix || process.env.CI === 'true' ? [[SIX, /^6\./] as const] : []),
  ['typescript-7', /^7\./],
] as const)('%s reads the same facts', async (typescript, version) => {
  const [one, other] = [project('typescript'), project(typescript)];
  const expected = await one.extract();
  const found = extractOutside(other.folder);
  one.remove();
  other.remove();
  expect(found.typescript).toMatch(version);
  expect(inOneOrder({ ...found, typescript: '' })).toEqual(inOneOrder({ ...expected, typescript: '' }));
});

describe('the document does not depend on what emits the service', () => {
  const FIXTURE = path.resolve('test/fixtures/nest/facts/cats.ts');
  const folder = path.resolve('build/test-extract-emitters');
  const source = readFileSync(FIXTURE, 'utf8').replaceAll('../../../../src/index.js', '../runtime.cjs');
  const decorators = { legacyDecorator: true, decoratorMetadata: true };
  const EMITTERS: Readonly<Record<string, () => string>> = {
    swc: () =>
      transformBySwc(source, {
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: { parser: { syntax: 'typescript', decorators: true }, transform: decorators, target: 'es2022' },
      }).code,
    // As tsx does, without the types that decorators record.
    esbuild: () => transformSync(source, { loader: 'ts', format: 'cjs', tsconfigRaw: LEGACY }).code,
    tsc: () =>
      ts.transpileModule(source, { compilerOptions: { ...LEGACY.compilerOptions, ...TSC } }).outputText,
  };
  const LEGACY = { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } };
  const TSC = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, emitDecoratorMetadata: true };

  /** Returns the document without the request bodies, whose classes only the compiler records. */
  function documentOf(emitter: string): unknown {
    const file = path.join(folder, emitter, 'cats.cjs');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, EMITTERS[emitter]!());
    const script = `const { nestDocs } = require(${JSON.stringify(path.join(folder, 'runtime.cjs'))});
const { CatsModule } = require(${JSON.stringify(file)});
require('@nestjs/core').NestFactory.create(CatsModule, { logger: false, preview: true }).then((app) => {
  const docs = nestDocs(app, { info: { title: 'Cats', version: '1.0.0' }, facts: ${JSON.stringify(path.join(folder, 'facts.json'))} });
  const { paths, components } = docs.buildSpec();
  delete paths['/cats'].post;
  delete components.schemas.CreateCat;
  process.stdout.write(JSON.stringify({ paths, components }));
});`;
    return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as unknown;
  }

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    const cats = createProject(
      { 'src/cats.ts': readFileSync(FIXTURE, 'utf8') },
      {},
      {
        'class-transformer': 'class-transformer',
        'class-validator': 'class-validator',
      },
    );
    writeFileSync(path.join(folder, 'facts.json'), JSON.stringify(await cats.extract()));
    cats.remove();
    const contents = "export * from './src/index.js'; export { nestDocs } from './src/nest/index.js';";
    buildSync({
      stdin: { contents, resolveDir: path.resolve('.') },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      packages: 'external',
      outfile: path.join(folder, 'runtime.cjs'),
    });
  });

  test('tsc, swc and esbuild give the same document', () => {
    const expected = documentOf('tsc');
    expect(expected).toMatchObject({ components: { schemas: { PageOfCat: {}, Cat: {}, Mood: {} } } });
    expect(documentOf('swc')).toEqual(expected);
    expect(documentOf('esbuild')).toEqual(expected);
  });
});
