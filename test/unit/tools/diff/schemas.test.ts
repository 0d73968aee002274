import { readFileSync } from 'node:fs';
import path from 'node:path';
import { diffDocuments, type Change } from 'dtospec-tools/diff';
import type { Verdict } from '../../../../src/tools/diff/rule.js';
import { expectedVerdict, type SchemaRow } from './corpus/case.js';
import { DOCUMENTS } from './corpus/documents.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { changesOf, verdictOf, type Slot } from './corpus/verdicts.js';

const ROWS: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
const BODIES = ['body', 'property'] as const;
type Direction = 'request' | 'response';
type Ask = (index: number, slot: Slot, direction: Direction) => readonly Change[];
let [forth, back]: [Ask, Ask] = [() => [], () => []];

/** Rows both ways, by one comparison: the schemas of both are the same. */
async function bothWays(rows: readonly SchemaRow[], slots: readonly Slot[]): Promise<[Ask, Ask]> {
  const ways = rows.map(([, first, second]) => [first, second] as const);
  const ask = await changesOf([...ways, ...ways.map(([first, second]) => [second, first] as const)], slots);
  return [ask, (index, slot, direction) => ask(rows.length + index, slot, direction)];
}

beforeAll(async () => {
  [forth, back] = await bothWays(ROWS, BODIES);
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
        for (const { verdict, witness, reason } of changes) {
          const isExplained =
            (witness !== undefined) === (verdict === 'breaking') &&
            (reason !== undefined) === (verdict === 'unclear');
          if (!isExplained) found.push(`${label}: ${verdict} with ${JSON.stringify({ witness, reason })}`);
        }
      }
  expect(found).toEqual(expected);
});

const DIGITS = { type: 'string', pattern: '^[0-9]+$' };

test.each<[name: string, integer: object, text: object, verdict: Verdict]>([
  ['any integer, digits with a sign', {}, { type: 'string', pattern: '^-?[0-9]+$' }, 'compatible'],
  ['any integer, digits without a sign', {}, DIGITS, 'breaking'],
  ['natural numbers, digits', { minimum: 0 }, DIGITS, 'compatible'],
  ['up to two digits', { minimum: 0, maximum: 99 }, { ...DIGITS, maxLength: 2 }, 'compatible'],
  ['three digits, two at most', { minimum: 0, maximum: 100 }, { ...DIGITS, maxLength: 2 }, 'breaking'],
  ['two digits, two at least', { minimum: 10 }, { ...DIGITS, minLength: 2 }, 'compatible'],
  ['one digit, two at least', { minimum: 9 }, { ...DIGITS, minLength: 2 }, 'breaking'],
])('an integer in a parameter becomes a text: %s', async (_, limits, text, verdict) => {
  const ask = await changesOf([[{ type: 'integer', ...limits }, text]], ['parameter']);
  expect(verdictOf(ask(0, 'parameter', 'request'))).toBe(verdict);
});

/** Id and level of oasdiff; our rule, our verdict, and `row, forth, request body` that shows them. docs/diff.md counts them. */
const BESIDE_OASDIFF = readFileSync(path.join(__dirname, 'corpus/oasdiff.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

/** `maximum set, back, request body`. */
const partsOf = (shown: string): (string | undefined)[] =>
  /^(.*), (forth|back)(?:, (\w+) (\w+))?$/.exec(shown)?.slice(1) ?? [];

test('differs from the rules of oasdiff only as the corpus lists', async () => {
  const answered = BESIDE_OASDIFF.filter(([, , , verdict]) => verdict !== '');
  expect([BESIDE_OASDIFF.length, answered.length]).toEqual([509, 481]);
  const isText = (slot = 'body'): boolean => slot === 'parameter' || slot === 'header';
  const shownAsText = answered
    .map(([, , , , shown = '']) => partsOf(shown))
    .filter(([, , , slot]) => isText(slot));
  const textRows = ROWS.filter(([name]) => shownAsText.some(([shown]) => shown === name));
  const asText = await bothWays(textRows, ['parameter', 'header']);

  /** The changes of a row of the corpus. */
  async function changesBy(shown: string): Promise<readonly Change[]> {
    const [name = '', way = '', direction, slot] = partsOf(shown);
    if (direction === undefined) {
      const { first, second } = DOCUMENTS.find((row) => row.name === name)!;
      return (await (way === 'forth' ? diffDocuments(first, second) : diffDocuments(second, first))).changes;
    }
    const [rows, ways] = isText(slot) ? [textRows, asText] : [ROWS, [forth, back]];
    const index = rows.findIndex(([other]) => other === name);
    return ways[way === 'forth' ? 0 : 1]!(index, slot as Slot, direction as Direction);
  }

  const found = [];
  for (const [id, level, , , shown = ''] of answered) {
    const changes = await changesBy(shown);
    const verdict = verdictOf(changes);
    const rule = changes.find((change) => change.verdict === verdict)?.rule ?? 'no change';
    found.push([id, level, rule, verdict, shown]);
  }
  expect(found).toEqual(answered);
}, 120_000);
