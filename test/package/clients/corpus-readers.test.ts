import { jsonSchemaOf } from '../../../src/schema/json-schema.js';
import { judgeOf } from '../../law/classes/schema.js';
import { valuesFor } from '../../law/classes/values.js';
import type { ContractCase } from '../../law/corpus/case.js';
import { cases } from '../../law/corpus/cases.js';
import { verdictOf } from '../../law/verdict.js';
import { describeWith } from '../../support/tools.js';
import { askPython, type Question } from './value-verdicts.js';

const seed = Number(process.env.DTOSPEC_SEED);

/** Has an expression of the application's own that only ECMAScript reads: `\\p{Lu}`. */
const NOT_PORTABLE = ['Profile'];

/** A document with the components of a class, and values that validation and Ajv accept. */
async function questionOf(tested: ContractCase): Promise<Question> {
  const { target, groups = [] } = tested;
  const schema = jsonSchemaOf(target, { groups, refs: 'components', onDiagnostic: () => undefined });
  const { $ref = '', components } = schema as { $ref?: string; components: object };
  const { bases } = await valuesFor(tested, {}, 6, seed);
  const { errorsOf } = judgeOf(tested, {});
  const values: unknown[] = [];
  for (const value of bases)
    if (errorsOf(value).length === 0 && (await verdictOf(tested, value)).accepted) values.push(value);
  const document = { openapi: '3.1.0', info: { title: 'Corpus', version: '1' }, paths: {}, components };
  return { document, values: { [$ref.slice($ref.lastIndexOf('/') + 1)]: values } };
}

async function questionsIn(): Promise<Record<string, Question>> {
  const questions: Record<string, Question> = {};
  const read = cases.filter(({ target }) => !NOT_PORTABLE.includes(target.name));
  for (const [index, tested] of read.entries())
    questions[`${tested.target.name} ${index}`] = await questionOf(tested);
  return questions;
}

/** What a reader that accepts every value says. */
function acceptedAll(questions: Readonly<Record<string, Question>>): object {
  const all = Object.entries(questions).map(([name, { values }]) => {
    const verdicts = Object.entries(values)
      .filter(([, some]) => some.length > 0)
      .map(([component, some]) => [component, some.map(() => true)] as const);
    return [name, { verdicts: Object.fromEntries(verdicts) }] as const;
  });
  return Object.fromEntries(all);
}

describeWith('python-jsonschema', "Python's jsonschema reads every class of the corpus", () => {
  test('and accepts what validation accepts', async () => {
    const questions = await questionsIn();
    expect(await askPython(questions)).toMatchObject(acceptedAll(questions));
  }, 120_000);
});
