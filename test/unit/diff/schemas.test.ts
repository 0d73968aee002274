import type { Change } from 'dtospec/diff';
import { expectedVerdict, type SchemaRow } from './corpus/case.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { changesOf, verdictOf } from './corpus/verdicts.js';

const ROWS: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
const SLOTS = ['body', 'property'] as const;
type Ask = Awaited<ReturnType<typeof changesOf>>;
let [forth, back]: [Ask, Ask] = [() => [], () => []];

beforeAll(async () => {
  forth = await changesOf(
    ROWS.map(([, first, second]) => [first, second]),
    SLOTS,
  );
  back = await changesOf(
    ROWS.map(([, first, second]) => [second, first]),
    SLOTS,
  );
}, 120_000);

test.each(ROWS.map((row, index) => [row[0], index] as const))('%s', (_, index) => {
  const [, , , relation, rule, ruleBack] = ROWS[index]!;
  const found: string[] = [];
  const expected: string[] = [];
  for (const slot of SLOTS)
    for (const direction of ['request', 'response'] as const)
      for (const isBack of [false, true]) {
        const changes = (isBack ? back : forth)(index, slot, direction);
        const wanted = isBack ? ruleBack : rule;
        const rules = changes.map((change: Change) => change.rule);
        const label = `${slot} ${direction} ${isBack ? 'back' : 'forth'}`;
        found.push(
          `${label}: ${verdictOf(changes)}${wanted === undefined || rules.includes(wanted) ? '' : ` by ${rules.join()}`}`,
        );
        expected.push(`${label}: ${expectedVerdict(relation, direction, isBack)}`);
        for (const change of changes) {
          expect(change.witness !== undefined).toBe(change.verdict === 'breaking');
          expect(change.reason !== undefined).toBe(change.verdict === 'unclear');
        }
      }
  expect(found).toEqual(expected);
});
