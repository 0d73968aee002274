import { jsonSchemaOf, type JsonSchemaOptions } from '../../../src/documents/schema/json-schema.js';
import { judgeOf } from '../../law/classes/schema.js';
import { around, keysIn, valuesFor } from '../../law/classes/values.js';
import type { ContractCase } from '../../law/corpus/case.js';
import { cases } from '../../law/corpus/cases.js';
import { verdictOf } from '../../law/verdict.js';
import { describeWith } from '../../support/programs/tools.js';
import { askKin, askPython, type Ask, type Question } from './value-verdicts.js';

const seed = Number(process.env.DTOSPEC_SEED);
const COUNT = process.env.DTOSPEC_RUNS === undefined ? 3 : 6;

/** They have expressions of the application's own: `\\p{Lu}`, which only ECMAScript reads, and look-ahead, which Go does not. */
const NOT_PORTABLE = ['Profile', 'Registration', 'UpdateAccount'];
const read = cases.filter(({ target }) => !NOT_PORTABLE.includes(target.name));

/** Values of a class that validation and Ajv accept, mutated ones among them. */
async function validValues(tested: ContractCase): Promise<unknown[]> {
  const values = await valuesFor(tested, {}, COUNT, seed);
  const { errorsOf } = judgeOf(tested, {});
  const valid: unknown[] = [];
  for (const value of around(values, keysIn(values.bases), COUNT, seed))
    if (errorsOf(value).length === 0 && (await verdictOf(tested, value)).accepted) valid.push(value);
  return valid;
}

/** A document with the components of a class, and values of it. */
function questionOf(
  { target, groups = [] }: ContractCase,
  values: unknown[],
  options: JsonSchemaOptions,
): Question {
  const given = { ...options, groups, refs: 'components', onDiagnostic: () => undefined } as const;
  const { $ref = '', components } = jsonSchemaOf(target, given) as { $ref?: string; components: object };
  const info = { title: 'Corpus', version: '1' };
  const document = { openapi: options.dialect === '3.0' ? '3.0.3' : '3.1.0', info, paths: {}, components };
  return { document, values: { [$ref.slice($ref.lastIndexOf('/') + 1)]: values } };
}

type Refused = Record<string, unknown[]>;

/** What a reader refuses of valid values, by class; a document that it cannot read is an error. */
async function refusedBy(ask: Ask, questions: Readonly<Record<string, Question>>): Promise<Refused> {
  const judged = await ask(questions);
  const refused = Object.entries(questions).map(([name, { values }]) => {
    const judgement = judged[name] ?? { problem: 'no answer' };
    if ('problem' in judgement) throw new Error(`${name}: ${judgement.problem}`);
    const [[component, all]] = Object.entries(values) as [[string, unknown[]]];
    return [name, all.filter((_, index) => judgement.verdicts[component]?.[index] !== true)] as const;
  });
  return Object.fromEntries(refused.filter(([, values]) => values.length > 0));
}

/** The schemas with `nullable` also where one of several alternatives has it, which means nothing in OpenAPI 3.0.3. */
function withNullBeside(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullBeside);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNullBeside(value)]),
  ) as { anyOf?: { nullable?: boolean }[] };
  return inner.anyOf?.some(({ nullable }) => nullable === true) ? { ...inner, nullable: true } : inner;
}

describe('other languages read every class of the corpus', () => {
  let valid: unknown[][];
  beforeAll(async () => {
    valid = [];
    for (const tested of read) valid.push(await validValues(tested));
  }, 120_000);

  const questions = (options: JsonSchemaOptions): Record<string, Question> =>
    Object.fromEntries(
      read.map((tested, index) => [
        `${tested.target.name} ${index}`,
        questionOf(tested, valid[index] ?? [], options),
      ]),
    );

  test('compares enough values', () => {
    expect(valid.flat().length).toBeGreaterThan(read.length * COUNT * 0.6);
  });

  describeWith('python-jsonschema', "Python's jsonschema", () => {
    test('accepts all values that validation accepts', async () => {
      expect(await refusedBy(askPython, questions({}))).toEqual({});
    }, 120_000);
  });

  describeWith('kin-openapi', "Go's kin-openapi, which asserts formats", () => {
    // Debian's release takes null only where `nullable` stands beside it, not in one of several alternatives.
    test('accepts all values that validation accepts, except null among alternatives', async () => {
      const asked = questions({ dialect: '3.0', formats: 'sound' });
      const refused = await refusedBy(askKin, asked);
      const again = Object.keys(refused).map((name) => {
        const { document, values } = asked[name]!;
        const [[component]] = Object.entries(values) as [[string, unknown[]]];
        const left = { [component]: refused[name]! };
        return [name, { document: withNullBeside(document) as object, values: left }] as const;
      });
      expect(await refusedBy(askKin, Object.fromEntries(again))).toEqual({});
    }, 120_000);
  });
});
