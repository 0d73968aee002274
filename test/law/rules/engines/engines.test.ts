import { portabilityOf } from '../../../../src/documents/rules/pattern/portability.js';
import { questions } from './patterns.js';
import { engines, installed } from './engines.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 12);

describe('every pattern that the library writes', () => {
  const asked = questions(runs);
  const expected = engines[0]!.ask(asked);

  it('is one of more than 100', () => {
    expect(asked.length).toBeGreaterThan(100);
  });

  it('has at most 120 characters', () => {
    expect(asked.map(({ pattern }) => pattern).filter((pattern) => pattern.length > 120)).toEqual([]);
  });

  it('needs no note on its portability', () => {
    expect(asked.filter(({ pattern }) => portabilityOf(pattern) !== undefined)).toEqual([]);
  });

  const here = installed();
  const missing = engines.filter((engine) => !here.includes(engine));
  for (const { name } of missing) it.skip(`means the same in ${name}`, () => undefined);

  it.each(here)(
    'means the same in $name',
    ({ ask, endsBeforeBreak }) => {
      const answers = ask(asked);
      const faults = asked.flatMap(({ pattern, values }, at): object[] => {
        const answer = answers[at]!;
        const truth = expected[at] as readonly boolean[];
        if ('refused' in answer) return [{ pattern, refused: answer.refused }];
        return values
          .filter((value, index) => {
            const verdict = answer[index];
            if (verdict === undefined || verdict === truth[index]) return false;
            // There `$` accepts one line break more, never less.
            const shorter = endsBeforeBreak && value.replace(endsBeforeBreak, '');
            return !(verdict && shorter !== undefined && new RegExp(pattern, 'u').test(shorter));
          })
          .map((value) => ({ pattern, value }));
      });
      expect(faults).toEqual([]);
    },
    300_000,
  );
});
