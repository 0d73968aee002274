import fc from 'fast-check';
import { portabilityOf } from '../../../../src/documents/rules/pattern/portability.js';
import { samples, type Sample } from '../samples.js';
import { factOf, patternsOf, schemaOf, subjectOf } from '../subject.js';
import { adversarial, valuesFor } from '../values.js';
import { engines, installed, type Answer, type Question } from './engines.js';

/** A pattern of each kind that is called not portable, and a value on which engines disagree if all compile it. */
const NOTED: readonly (readonly [pattern: string, value: string])[] = [
  ['(?=a)a', 'a'],
  ['(?!b)a', 'a'],
  ['(?<=a)b', 'ab'],
  ['(?<!a)b', 'b'],
  ['(a)\\1', 'aa'],
  ['(?<x>a)', 'a'],
  ['\\p{Lu}', 'Ä'],
  ['^\\d$', '\u0663'],
  ['^[\\d]$', '\u0663'],
  ['^\\w$', 'ä'],
  ['^a\\b', 'aä'],
  ['^\\s$', '\u00A0'],
  ['^[\\b]$', '\b'],
  ['\\u00E9', 'é'],
  ['\\cA', '\x01'],
  ['^\\0$', '\0'],
  ['^\\v$', '\n'],
  ['a{1001}', ''],
  ['^[a[]$', 'a'],
  ['^[a&&b]$', 'a'],
  ['[]', ''],
];

/** Of each question whether every engine compiles the pattern and says the same of the values. */
function portable(questions: readonly Question[]): boolean[] {
  const answers = installed().map(({ ask }) => ask(questions));
  return questions.map((_, at) => {
    const first = answers[0]![at]!;
    return answers.every((answer) => isSame(answer[at]!, first));
  });
}

/** An engine that knows nothing of a value agrees. */
function isSame(answer: Answer, other: Answer): boolean {
  if ('refused' in answer || 'refused' in other) return false;
  return answer.every((verdict, index) => verdict === undefined || verdict === other[index]);
}

describe('notes on the portability of an application’s pattern', () => {
  const silent = samples
    .filter(({ decorator }) => decorator === 'Matches')
    .map((sample) => ({ sample, subject: subjectOf(sample) }))
    .filter(({ subject: { rules } }) =>
      rules.every(
        ({ entry: { schema, portability }, constraints }) =>
          portability?.(factOf(schema, constraints) ?? {}) === undefined,
      ),
    )
    .flatMap(({ sample, subject }) =>
      patternsOf(schemaOf(subject)).map((pattern) => ({ pattern, values: valuesOf(sample, pattern) })),
    );
  let answers: readonly boolean[] = [];

  // Together: each engine is a process, and one has to be compiled first.
  beforeAll(() => {
    answers = portable([...NOTED.map(([pattern, value]) => ({ pattern, values: [value] })), ...silent]);
  }, 300_000);

  const isComplete = installed().length === engines.length;
  (isComplete ? it : it.skip)('are reported for patterns that an engine reads differently', () => {
    const said = NOTED.map(([pattern]) => portabilityOf(pattern) !== undefined);
    expect(NOTED.filter((_, at) => answers[at] === true || said[at] === false)).toEqual([]);
  });

  it('are not reported for patterns that all engines read alike', () => {
    expect(silent.length).toBeGreaterThan(3);
    expect(silent.filter((_, at) => answers[NOTED.length + at] !== true)).toEqual([]);
  });
});

/** Without what an expression counts in two ways, and without line breaks, before which `$` may match. */
function valuesOf({ seeds }: Sample, pattern: string): string[] {
  const generated = fc.sample(valuesFor(seeds, [pattern]), { numRuns: 100, seed: 1 });
  return [...seeds, ...adversarial, ...generated].filter(
    (value): value is string => typeof value === 'string' && !/[^\0-\uD7FF]|[\r\n\u2028\u2029]/.test(value),
  );
}
