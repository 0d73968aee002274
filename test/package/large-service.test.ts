import { compileProgram, runProgram } from '../support/programs/compile-program.js';
import { expectValidDocument } from '../support/documents/validate-document.js';
import { describeWith } from '../support/programs/tools.js';
import { generateModules } from '../fixtures/generate-modules.js';
import { askKin, askPython } from './clients/value-verdicts.js';

const VERSIONS = ['3.0', '3.1', '3.2'] as const;
type Version = (typeof VERSIONS)[number];

const isWhole = process.env.DTOSPEC_RUNS !== undefined;
/** Five classes each, their parameters' beside them. */
const MODULES = isWhole ? 60 : 35;

/** Runs the program in a process of its own; resolves to the bytes of each document. */
async function print(folder: string, versions: readonly Version[]): Promise<Map<Version, string>> {
  const printed = await runProgram(folder, 'print.js', { VERSIONS: versions.join(',') });
  return new Map(JSON.parse(printed) as [Version, string][]);
}

describe('the shapes of real DTO modules, two hundred classes and more', () => {
  const modules = generateModules(MODULES, 2);
  let folder: string;
  let printed: Map<Version, string>;
  const documentOf = (version: Version): object => JSON.parse(printed.get(version)!) as object;

  beforeAll(async () => {
    folder = compileProgram('large-service', 'tsc', modules);
    printed = await print(folder, VERSIONS);
  }, 120_000);

  test('the generator writes the same text every time', () => {
    expect(generateModules(MODULES, 2)).toEqual(modules);
    expect(generateModules(MODULES, 3)).not.toEqual(modules);
  });

  test.each(VERSIONS)('the document is valid in %s', async (version) => {
    await expectValidDocument(documentOf(version));
  });

  test('every class has a component of its own', () => {
    const { components } = documentOf('3.1') as { components: { schemas: object } };
    expect(Object.keys(components.schemas).length).toBeGreaterThan(200);
  });

  test('another process prints the same bytes', async () => {
    const again = await print(folder, isWhole ? VERSIONS : ['3.0']);
    for (const [version, bytes] of again) expect(bytes).toBe(printed.get(version));
    expect(again.size).toBeGreaterThan(0);
  }, 60_000);

  test('is valid when compiled without metadata', async () => {
    const without = compileProgram('large-service', 'esbuild', modules);
    const documents = await print(without, ['3.1']);
    await expectValidDocument(JSON.parse(documents.get('3.1')!));
  }, 120_000);

  describeWith('kin-openapi', "Go's kin-openapi", () => {
    test('loads the document', async () => {
      expect(await askKin({ large: { document: documentOf('3.0'), values: {} } })).toEqual({
        large: { verdicts: {} },
      });
    }, 60_000);
  });

  describeWith('python-jsonschema', "Python's jsonschema", () => {
    test('compiles each component', async () => {
      expect(await askPython({ large: { document: documentOf('3.1'), values: {} } })).toEqual({
        large: { verdicts: {} },
      });
    }, 60_000);
  });
});
