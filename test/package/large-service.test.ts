import { compileProgram, runProgram } from '../support/compile-program.js';
import { expectValidDocument } from '../support/validate-document.js';
import { describeWith } from '../support/tools.js';
import { generateModules } from '../fixtures/generate-modules.js';
import { askKin, askPython } from './clients/value-verdicts.js';

const VERSIONS = ['3.0', '3.1', '3.2'] as const;
type Printed = Record<(typeof VERSIONS)[number], string>;

describe('the shapes of real DTO modules, two hundred classes and more', () => {
  const modules = generateModules(60, 2);
  let folder: string;
  let bytes: string;
  let printed: Printed;

  beforeAll(async () => {
    folder = compileProgram('large-service', 'tsc', modules);
    bytes = await runProgram(folder, 'print.js');
    printed = JSON.parse(bytes) as Printed;
  }, 120_000);

  test('the generator writes the same text every time', () => {
    expect(generateModules(60, 2)).toEqual(modules);
    expect(generateModules(60, 3)).not.toEqual(modules);
  });

  test.each(VERSIONS)('the document is valid in %s', async (version) => {
    await expectValidDocument(JSON.parse(printed[version]));
  });

  test('every class has a component of its own', () => {
    const { components } = JSON.parse(printed['3.1']) as { components: { schemas: object } };
    expect(Object.keys(components.schemas).length).toBeGreaterThan(200);
  });

  test('another process prints the same bytes', async () => {
    expect(await runProgram(folder, 'print.js')).toBe(bytes);
  }, 60_000);

  test('compiled without metadata, it is as valid', async () => {
    const without = compileProgram('large-service', 'esbuild', modules);
    const documents = JSON.parse(await runProgram(without, 'print.js')) as Printed;
    await expectValidDocument(JSON.parse(documents['3.1']));
  }, 120_000);

  const documentOf = (version: (typeof VERSIONS)[number]): object => JSON.parse(printed[version]) as object;

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
