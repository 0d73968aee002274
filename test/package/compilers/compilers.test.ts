import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compilers, compileProgram, runProgram, type CompilerName } from '../../support/compile-program.js';
import { expectValidDocument } from '../../support/validate-document.js';

interface Printed {
  readonly told: Record<'3.0' | '3.1' | '3.2', string>;
  readonly untold: { properties: Record<string, unknown> };
  readonly diagnostics: { code: string; place: string; message: string }[];
}

const folder = path.join(__dirname, 'fixture');
const fixture = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
);

const names = Object.keys(compilers) as CompilerName[];
const WITH_METADATA: readonly CompilerName[] = ['tsc', 'swc'];
const WITHOUT_METADATA: readonly CompilerName[] = ['esbuild', 'babel'];

describe('design 2: it works without emitDecoratorMetadata', () => {
  const printed = new Map<CompilerName, Printed>();

  beforeAll(async () => {
    for (const name of names) {
      const program = compileProgram('compilers', name, fixture);
      printed.set(name, JSON.parse(await runProgram(program, 'print.js')) as Printed);
    }
  }, 120_000);

  test.each(['3.0', '3.1', '3.2'] as const)('the document of %s is valid', async (version) => {
    await expectValidDocument(JSON.parse(printed.get('tsc')!.told[version]));
  });

  test.each(names)('%s gives the same documents, to the byte', (name) => {
    expect(printed.get(name)!.told).toEqual(printed.get('tsc')!.told);
  });

  test.each(WITH_METADATA)('%s tells the type of a property that nothing else tells', (name) => {
    const { untold, diagnostics } = printed.get(name)!;
    expect(untold.properties).toEqual({ text: { type: 'string', description: 'Some text' } });
    expect(diagnostics).toEqual([]);
  });

  test.each(WITHOUT_METADATA)('%s does not: the schema is open, and a diagnostic says so', (name) => {
    const { untold, diagnostics } = printed.get(name)!;
    expect(untold.properties).toEqual({ text: { description: 'Some text' } });
    expect(diagnostics).toEqual([
      expect.objectContaining({ place: 'Untold.text', message: expect.stringContaining('@TypeOf') }),
    ]);
  });
});
