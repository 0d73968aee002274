import { cases } from './corpus/cases.js';
import { nameOf } from './corpus/case.js';
import { verdictOf } from './verdict.js';

const given = cases.flatMap((tested) =>
  (tested.values ?? []).map((value) => [nameOf(tested), tested, value] as const),
);

it.each(given)('validation accepts the values that are given for %s', async (_, tested, value) => {
  expect(await verdictOf(tested, value)).toMatchObject({ accepted: true });
});
