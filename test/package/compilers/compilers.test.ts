import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import {
  bundleMinified,
  compilers,
  compileProgram,
  runProgram,
  runPrograms,
  type CompilerName,
} from '../../support/programs/compile-program.js';
import { prepareLibraries } from '../../support/nest/libraries.js';
import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';

interface Printed {
  readonly told: Record<'3.0' | '3.1' | '3.2', string>;
  readonly untold: { properties: Record<string, Schema> };
  readonly diagnostics: { code: string; place: string; message: string }[];
}

const folder = path.join(__dirname, 'fixture');
const fixture = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
);

const names = Object.keys(compilers) as CompilerName[];
const BUILDS = ['minified', 'minified without names', 'instrumented'] as const;
const WITHOUT_METADATA: readonly CompilerName[] = ['esbuild', 'babel'];

/** What programs print, each with a library of its own, in one process: most of it is loading class-validator. */
async function printedBy(programs: readonly string[]): Promise<Printed[]> {
  const printed = await runPrograms(programs.map((program) => path.join(program, 'print.js')));
  return printed.map((text) => JSON.parse(text) as Printed);
}

describe('the library works without emitDecoratorMetadata', () => {
  const printed = new Map<CompilerName, Printed>();

  beforeAll(async () => {
    prepareLibraries();
    const all = await printedBy(names.map((name) => compileProgram('compilers', name, fixture)));
    for (const [index, name] of names.entries()) printed.set(name, all[index]!);
  }, 300_000);

  test.each(['3.0', '3.1', '3.2'] as const)('the document of %s is valid', async (version) => {
    await expectValidDocument(JSON.parse(printed.get('tsc')!.told[version]));
  });

  test.each(names)('%s gives the same documents, to the byte', (name) => {
    expect(printed.get(name)!.told).toEqual(printed.get('tsc')!.told);
  });

  // An imported enum a compiler of single files does not know; swc and Babel record its object, tsc says nothing.
  test.each([
    ['tsc', { text: 'string' }],
    ['swc', { text: 'string', status: 'string', open: 'string', rank: 'number' }],
    ['babel with recorded types', { text: 'string', status: 'string', open: 'string', rank: 'number' }],
  ] as const)('%s records the types of properties without type decorators', (name, types) => {
    const { untold, diagnostics } = printed.get(name)!;
    const told = Object.entries(untold.properties).filter(([, { type }]) => type !== undefined);
    expect(Object.fromEntries(told.map(([key, { type }]) => [key, type]))).toEqual(types);
    expect(diagnostics.length).toBe(name === 'tsc' ? 1 : 0);
  });

  test.each(WITHOUT_METADATA)('%s records no types: the schema is open, with a diagnostic', (name) => {
    const { untold, diagnostics } = printed.get(name)!;
    expect(untold.properties).toMatchObject({ text: { description: 'Some text' } });
    expect(Object.values(untold.properties).filter(({ type }) => type !== undefined)).toEqual([]);
    expect(diagnostics[0]).toMatchObject({
      place: expect.stringContaining('Untold.text'),
      message: expect.stringContaining('@TypeOf'),
    });
  });
});

describe('the document does not depend on the build', () => {
  /** Minifiers take the names of classes away, so here they are said. */
  const named = new Map(
    [...fixture].map(([file, source]) => [file, withNames(file.replace('.ts', ''), source)] as const),
  );
  let plain: string;
  let told: Printed['told'];
  let others: readonly Printed[];

  beforeAll(async () => {
    plain = compileProgram('builds', 'tsc', named);
    const builds = BUILDS.map((build) => compileProgram('builds', build, named));
    const [first, ...rest] = await printedBy([plain, ...builds]);
    told = first!.told;
    others = rest;
  }, 60_000);

  test.each(BUILDS)('%s', (build) => {
    expect(others[BUILDS.indexOf(build)]!.told).toEqual(told);
  });

  test('is the same if bundled with the libraries and minified', async () => {
    const printed = JSON.parse(await runProgram(plain, bundleMinified(plain, 'print.js'))) as Printed;
    expect(printed.told).toEqual(told);
  }, 60_000);

  test('is the same under V8 coverage', async () => {
    const env = { NODE_V8_COVERAGE: path.join(plain, 'coverage') };
    expect((JSON.parse(await runProgram(plain, 'print.js', env)) as Printed).told).toEqual(told);
    expect(readdirSync(env.NODE_V8_COVERAGE)).not.toEqual([]);
  }, 60_000);

  test("contains the results of the fixture's conditions", () => {
    const { components } = JSON.parse(told['3.1']) as { components: { schemas: Record<string, Schema> } };
    expect(components.schemas.UserInput?.properties).toMatchObject({
      visits: { anyOf: [{ type: 'integer' }, { type: 'array' }] },
      website: { type: ['string', 'null'] },
    });
  });
});

describe('the recipe for standard decorators in docs/without-decorators.md', () => {
  const guide = readFileSync(path.join(__dirname, '../../../docs/without-decorators.md'), 'utf8');
  const [, source = ''] = /^```typescript\n([^]*?)^```$/m.exec(guide) ?? [];
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  };
  const EMIT = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  beforeAll(preparePackage, 300_000);

  test('compiles', () => {
    const file = path.join(consumerFolder, 'standard-decorators.mts');
    writeFileSync(file, source);
    const messages = ts
      .getPreEmitDiagnostics(ts.createProgram([file], { ...options, skipLibCheck: true }))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages.filter((message) => !message.includes("'console'"))).toEqual([]);
  });

  test.each([
    ['tsc', () => ts.transpileModule(source, { compilerOptions: EMIT }).outputText],
    ['esbuild', () => transformSync(source, { loader: 'ts', target: 'es2022' }).code],
  ])('documents the class, compiled by %s', async (name, compile) => {
    const file = path.join(consumerFolder, `standard-${name}.mjs`);
    writeFileSync(file, compile());
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(JSON.parse(stdout)).toMatchObject({
      $defs: {
        User: {
          properties: { name: { type: 'string', minLength: 1, maxLength: 80 }, age: { type: 'integer' } },
          required: ['name'],
        },
      },
    });
  });
});

/** `@Model` with the name on each class, but for the one that a generic names. */
function withNames(file: string, source: string): string {
  if (file === 'print') return source;
  const imported = source.replace(/from 'dtospec';/, "from 'dtospec';\nimport { Model } from 'dtospec';");
  return imported.replace(
    /^((?:@\w+\(.*\)\n)?)export (abstract )?class (\w+)/gm,
    (_, decorators: string, abstract: string | undefined, name: string) =>
      `${decorators}@Model({ name: '${name}' })\nexport ${abstract ?? ''}class ${name}`,
  );
}
