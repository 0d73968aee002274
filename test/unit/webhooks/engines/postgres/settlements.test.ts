import { type Settlement, Settlements } from '../../../../../src/webhooks/engines/postgres/settlements.js';

const endOf = (id: string): Settlement => ({ row: { id, name: 'queue', retryCount: 0 }, state: 'completed' });
const turn = () => new Promise((resolve) => setImmediate(resolve));

// In PostgreSQL, two statements about the same rows may lock them in different orders, and one of both fails after a second.
test('no lease of a row is extended while its end is stored, and no end is stored meanwhile', async () => {
  const statements: string[] = [];
  const ends: (() => void)[] = [];
  const run = (text: string) => {
    statements.push(text);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const settlements = new Settlements((_, list) => run(`end ${list.map(({ row }) => row.id).join()}`));
  const extend = (...ids: string[]) =>
    settlements.extendLeases(
      ids.map((id) => endOf(id).row),
      (rows) => run(`extend ${rows.map(({ id }) => id).join()}`),
    );

  const first = settlements.add(endOf('a'));
  await turn();
  const extending = extend('a', 'b');
  await extend('a');
  ends[0]?.();
  await first;
  const second = settlements.add(endOf('b'));
  await turn();
  expect(statements).toEqual(['end a', 'extend b']);

  ends[1]?.();
  await extending;
  await turn();
  expect(statements).toEqual(['end a', 'extend b', 'end b']);
  ends[2]?.();
  await second;
});
