import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useFacts } from '../../src/documents/model/facts/active-facts.js';
import { jsonSchemaOf } from '../../src/index.js';
import { createProject } from '../support/extract/project.js';
import { cases } from './corpus/cases.js';
import { nameOf, type ContractCase } from './corpus/case.js';
import { OPTION_SETS } from './classes/option-sets.js';
import { judgeOf } from './classes/schema.js';
import { Figures, survey } from './classes/figures.js';
import { verdictOf } from './verdict.js';

const rowsOf = (key: 'values' | 'rejected'): [string, ContractCase, unknown][] =>
  cases.flatMap((tested) =>
    (tested[key] ?? []).map((value): [string, ContractCase, unknown] => [nameOf(tested), tested, value]),
  );

it.each(rowsOf('values'))(
  'accepts the given values of %s in validation and, but for narrowings, in the schema',
  async (_, tested, value) => {
    expect(await verdictOf(tested, value)).toMatchObject({ accepted: true });
    const how = { count: 0, seed: 0, figures: new Figures(), values: [value] };
    expect(await survey(tested, how, OPTION_SETS.slice(0, 1))).toEqual([]);
  },
);

it.each(rowsOf('rejected'))(
  'rejects the given values of %s in validation and in the schema',
  async (_, tested, value) => {
    expect(await verdictOf(tested, value)).toMatchObject({ accepted: false });
    expect(judgeOf(tested, {}).errorsOf(value)).not.toEqual([]);
  },
);

/** Returns the sources of the corpus, and a controller whose handlers receive and return each class. */
function sourcesOfCorpus(): Record<string, string> {
  const folder = path.join(__dirname, 'corpus');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.ts'),
  );
  const sources = files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);
  const imports: string[] = [];
  const methods: string[] = [];
  for (const [file, source] of sources)
    for (const [, name = ''] of source.matchAll(/^export class (\w+)/gm)) {
      const alias = `${name}${methods.length}`;
      imports.push(`import { ${name} as ${alias} } from './${file.replace('.ts', '')}';`);
      methods.push(`  @Get() of${alias}(@Body() _: ${alias}): ${alias} { throw 0 }`);
    }
  const controller = `${imports.join('\n')}
declare const Get: () => MethodDecorator;
declare const Body: () => ParameterDecorator;
declare const Controller: () => ClassDecorator;
@Controller() export class Corpus {\n${methods.join('\n')}\n}`;
  const entries = sources.map(([file, source]) => [`src/${file}`, source] as const);
  return { ...Object.fromEntries(entries), 'src/controller.ts': controller };
}

// The last test of this file, since facts apply to the classes of the process.
it('the law also holds with the facts of the sources', async () => {
  const libraries = { 'class-transformer': 'class-transformer', 'class-validator': 'class-validator' };
  const project = createProject(sourcesOfCorpus(), {}, libraries);
  const facts = await project.extract();
  project.remove();
  expect(Object.keys(facts.types).length).toBeGreaterThan(100);
  const schemas = (): readonly string[] =>
    cases.map(({ target }) =>
      JSON.stringify(jsonSchemaOf(target, { direction: 'output', onDiagnostic: () => undefined })),
    );
  const before = schemas();
  useFacts(facts, false);
  const changed = schemas().filter((schema, index) => schema !== before[index]);
  expect(changed.length).toBeGreaterThan(10);
  const wrong = [];
  for (const tested of cases) {
    const how = { count: 4, seed: 1, figures: new Figures(), values: tested.values ?? [] };
    const found = await survey(tested, how, OPTION_SETS.slice(0, 1));
    if (found.length > 0) wrong.push([nameOf(tested), found]);
    for (const value of tested.rejected ?? []) expect(judgeOf(tested, {}).errorsOf(value)).not.toEqual([]);
  }
  expect(wrong).toEqual([]);
});
