import { IdleConnections } from '../../../../../src/webhooks/messages/http/undici-client.js';

class Connection {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
}

const open = (count: number) => Array.from({ length: count }, () => new Connection());
const closed = (all: readonly Connection[]) => all.map(({ isClosed }) => isClosed);

test('closes the connection that has been idle longest of the least recently used origin above the limit', () => {
  const idle = new IdleConnections<Connection>(3);
  const [a1, a2, b1, c1] = open(4) as [Connection, Connection, Connection, Connection];
  idle.add('a', a1);
  idle.add('a', a2);
  idle.add('b', b1);
  idle.add('c', c1);
  expect(closed([a1, a2, b1, c1])).toEqual([true, false, false, false]);
  expect(idle.take('a')).toBe(a2);
  idle.add('a', a2);
  idle.add('c', a1);
  expect(closed([a2, b1, c1])).toEqual([false, true, false]);
});

test('uses the connection that became idle last, once', () => {
  const idle = new IdleConnections<Connection>(9);
  const [one, two] = open(2) as [Connection, Connection];
  idle.add('a', one);
  idle.add('a', two);
  expect([idle.take('a'), idle.take('b'), idle.take('a'), idle.take('a')]).toEqual([
    two,
    undefined,
    one,
    undefined,
  ]);
});

test('close() closes all; with a limit of 0 none is kept', () => {
  const idle = new IdleConnections<Connection>(9);
  const none = new IdleConnections<Connection>(0);
  const all = open(3);
  idle.add('a', all[0]!);
  idle.add('b', all[1]!);
  none.add('a', all[2]!);
  idle.close();
  expect([closed(all), none.take('a')]).toEqual([[true, true, true], undefined]);
});
