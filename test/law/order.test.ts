import fc from 'fast-check';
import type { Diagnostic } from '../../src/diagnostic.js';
import type { createSchemaCompiler as CreateCompiler } from '../../src/schema/schema-compiler.js';
import type { ContractCase } from './corpus/case.js';

const FILES = [
  'auth',
  'chat',
  'commerce',
  'conditional',
  'content',
  'custom',
  'groups',
  'iot',
  'mapped',
  'oddities',
  'payments',
  'people',
  'search',
  'settings',
] as const;

type Decorate = (decorators: unknown[], target: object, key?: PropertyKey, descriptor?: unknown) => unknown;
const reflect = Reflect as unknown as { decorate: Decorate };

/** Puts the decorators of one place into another order. `undefined`: as they are written. */
type Shuffle = ((decorators: readonly unknown[]) => unknown[]) | undefined;

/**
 * Loads the corpus anew, with every library that keeps metadata, and writes out all schemas of both contracts.
 * TypeScript's helper hands each list of decorators to `Reflect.decorate`, so there the order can be changed.
 */
function documentOf(files: readonly string[], shuffle: Shuffle, builds = 1): string {
  let text = '';
  jest.isolateModules(() => {
    const storage = globalThis as { classValidatorMetadataStorage?: unknown };
    const before = storage.classValidatorMetadataStorage;
    delete storage.classValidatorMetadataStorage;
    const decorate = reflect.decorate;
    if (shuffle !== undefined)
      reflect.decorate = (decorators, ...place) => decorate.call(Reflect, shuffle(decorators), ...place);
    try {
      for (const file of files) jest.requireActual(`./corpus/${file}`);
    } finally {
      reflect.decorate = decorate;
    }
    for (let build = 0; build < builds; build++) text = writeSchemas();
    storage.classValidatorMetadataStorage = before;
  });
  return text;
}

function writeSchemas(): string {
  const { cases } = jest.requireActual<{ cases: readonly ContractCase[] }>('./corpus/cases');
  const { createSchemaCompiler } = jest.requireActual<{ createSchemaCompiler: typeof CreateCompiler }>(
    '../../src/schema/schema-compiler',
  );
  const diagnostics: Diagnostic[] = [];
  const documents = (['declared', 'exact'] as const).flatMap((contract) =>
    (['input', 'output'] as const).map((direction) => {
      const report = (one: Diagnostic): void => void diagnostics.push(one);
      const compiler = createSchemaCompiler({
        inlineSchemas: false,
        contract,
        nullableOptional: false,
        report,
      });
      const view = (groups: readonly string[] = []) => ({ direction, groups, version: undefined });
      return compiler.finish(
        cases.map(({ target, groups }) => compiler.schemaOf(target, view(groups), 'corpus')),
      );
    }),
  );
  const said = diagnostics.map(({ code, place, message }) => `${place} ${code} ${message}`).sort();
  return JSON.stringify({ documents, said }, null, 1);
}

/** An order for each seed, of any list. */
function shuffledBy(seed: number): <T>(list: readonly T[]) => T[] {
  return <T>(list: readonly T[]): T[] =>
    fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0] ?? [];
}

describe('the same classes give the same bytes (issue 3, how it is proved; design 5, References)', () => {
  const asWritten = documentOf(FILES, undefined);
  const seeds = [1, 2, 3, 4, 5];

  it('has something to compare', () => {
    expect(asWritten.length).toBeGreaterThan(100_000);
  });

  it('whenever it is built again, in one process and in another', () => {
    expect(documentOf(FILES, undefined, 2)).toBe(asWritten);
  });

  it('in the opposite order of decorators', () => {
    expect(documentOf(FILES, (decorators) => [...decorators].reverse())).toBe(asWritten);
  });

  it.each(seeds)('in order %i of decorators', (seed) => {
    expect(documentOf(FILES, shuffledBy(seed))).toBe(asWritten);
  });

  it.each(seeds)('in order %i of imports', (seed) => {
    expect(documentOf(shuffledBy(seed)(FILES), undefined)).toBe(asWritten);
  });
});
