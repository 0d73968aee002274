import { readFileSync } from 'node:fs';
import path from 'node:path';
import { diffDocuments, type Change } from 'dtospec/diff';
import { DOCUMENTS } from './corpus/documents.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { changesOf, SLOTS, verdictOf, type Slot } from './corpus/verdicts.js';

const SCHEMAS = [...SCALARS, ...LISTS, ...OBJECTS];
/** `| id | level | rule | verdict | row, forth, request body |`. */
const ROWS = readFileSync(path.join(__dirname, '../../../docs/diff-oasdiff.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );

type Ask = Awaited<ReturnType<typeof changesOf>>;

/** The changes of a row of the corpus: `maximum set, back, request body`. */
async function changesBy(shown: string, forth: Ask, back: Ask): Promise<readonly Change[]> {
  const [, name = '', way = '', direction, slot = ''] =
    /^(.*), (forth|back)(?:, (\w+) (\w+))?$/.exec(shown) ?? [];
  if (direction === undefined) {
    const { first, second } = DOCUMENTS.find((row) => row.name === name)!;
    return (await (way === 'forth' ? diffDocuments(first, second) : diffDocuments(second, first))).changes;
  }
  const index = SCHEMAS.findIndex(([other]) => other === name);
  return (way === 'forth' ? forth : back)(index, slot as Slot, direction as 'request' | 'response');
}

test('the answers beside the rules of oasdiff are those that the corpus gives', async () => {
  const forth = await changesOf(
    SCHEMAS.map(([, first, second]) => [first, second]),
    SLOTS,
  );
  const back = await changesOf(
    SCHEMAS.map(([, first, second]) => [second, first]),
    SLOTS,
  );
  const answered = ROWS.filter(([, , , verdict]) => verdict !== '');
  expect([ROWS.length, answered.length]).toEqual([509, 481]);
  const found = [];
  for (const [id, level, , , shown = ''] of answered) {
    const changes = await changesBy(shown, forth, back);
    const verdict = verdictOf(changes);
    const rule = changes.find((change) => change.verdict === verdict)?.rule ?? 'no change';
    found.push([id, level, rule, verdict, shown]);
  }
  expect(found).toEqual(answered);
}, 120_000);
