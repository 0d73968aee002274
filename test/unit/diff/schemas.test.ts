import { readFileSync } from 'node:fs';
import path from 'node:path';
import { diffDocuments, type Change } from 'dtospec/diff';
import { expectedVerdict, type SchemaRow } from './corpus/case.js';
import { DOCUMENTS } from './corpus/documents.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { changesOf, SLOTS, verdictOf, type Slot } from './corpus/verdicts.js';

const ROWS: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
const BODIES = ['body', 'property'] as const;
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
  for (const slot of BODIES)
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

/** `| id | level | rule | verdict | row, forth, request body |`. */
const BESIDE_OASDIFF = readFileSync(path.join(__dirname, '../../../docs/diff-oasdiff.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );

/** The changes of a row of the corpus: `maximum set, back, request body`. */
async function changesBy(shown: string): Promise<readonly Change[]> {
  const [, name = '', way = '', direction, slot = ''] =
    /^(.*), (forth|back)(?:, (\w+) (\w+))?$/.exec(shown) ?? [];
  if (direction === undefined) {
    const { first, second } = DOCUMENTS.find((row) => row.name === name)!;
    return (await (way === 'forth' ? diffDocuments(first, second) : diffDocuments(second, first))).changes;
  }
  const index = ROWS.findIndex(([other]) => other === name);
  return (way === 'forth' ? forth : back)(index, slot as Slot, direction as 'request' | 'response');
}

test('the answers beside the rules of oasdiff are those that the corpus gives', async () => {
  const answered = BESIDE_OASDIFF.filter(([, , , verdict]) => verdict !== '');
  expect([BESIDE_OASDIFF.length, answered.length]).toEqual([509, 481]);
  const found = [];
  for (const [id, level, , , shown = ''] of answered) {
    const changes = await changesBy(shown);
    const verdict = verdictOf(changes);
    const rule = changes.find((change) => change.verdict === verdict)?.rule ?? 'no change';
    found.push([id, level, rule, verdict, shown]);
  }
  expect(found).toEqual(answered);
}, 120_000);
