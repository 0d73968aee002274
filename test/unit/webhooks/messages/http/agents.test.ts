import { PassThrough } from 'node:stream';
import { IdleSockets } from '../../../../../src/webhooks/messages/http/agents.js';

const sockets = (count: number) => Array.from({ length: count }, () => new PassThrough());
const alive = (all: readonly PassThrough[]) => all.map(({ destroyed }) => !destroyed);

test('beyond the limit the one that fell idle first is closed', () => {
  const idle = new IdleSockets(2);
  const all = sockets(4);
  expect(all.slice(0, 3).map((socket) => idle.add(socket))).toEqual([true, true, true]);
  expect(alive(all)).toEqual([false, true, true, true]);
  idle.delete(all[1]!);
  idle.add(all[3]!);
  expect(alive(all)).toEqual([false, true, true, true]);
  idle.add(all[1]!);
  expect(alive(all)).toEqual([false, true, false, true]);
});

test('with a limit of 0 none is kept', () => {
  expect(new IdleSockets(0).add(new PassThrough())).toBe(false);
});
