import { buildSync } from 'esbuild';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { FactsFile } from '../../../../src/documents/model/facts/facts-file.js';
import { createProject, type Project } from '../../../support/extract/project.js';
import { DECLARATIONS, OPEN_TYPES, TYPE_ROWS } from './type-table.js';

const NAMES = [...DECLARATIONS.matchAll(/export (?:enum|class|interface|type|const) (\w+)/g)];
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

test.each([
  ['typescript-5.5', /^5\.5\./],
  ['typescript-7', /^7\./],
])('%s reads the same facts', async (typescript, version) => {
  const [one, other] = [project('typescript'), project(typescript)];
  const expected = await one.extract();
  const found = extractOutside(other.folder);
  one.remove();
  other.remove();
  expect(found.typescript).toMatch(version);
  expect(inOneOrder({ ...found, typescript: '' })).toEqual(inOneOrder({ ...expected, typescript: '' }));
});
