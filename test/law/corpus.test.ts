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
