import { IDLE, idleReader } from '../../../src/operations/response/idle-reader.js';
import type { ItemReader } from '../../../src/operations/response/body-stream.js';

type Item = IteratorResult<unknown, unknown>;

/** A source whose items the test sends. */
function source(): ItemReader & {
  send: (item: Item) => void;
  fail: (error: Error) => void;
  asked: number;
  closed: number;
} {
  let settle: { resolve: (item: Item) => void; reject: (error: Error) => void } | undefined;
  const made = {
    asked: 0,
    closed: 0,
    next: () => {
      made.asked += 1;
      return new Promise<Item>((resolve, reject) => (settle = { resolve, reject }));
    },
    close: () => (made.closed += 1),
    send: (item: Item) => settle!.resolve(item),
    fail: (error: Error) => settle!.reject(error),
  };
  return made;
}

describe('idleReader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const item = (value: unknown): Item => ({ done: false, value });

  it('resolves to IDLE after each interval, and asks the source once', async () => {
    const items = source();
    const reader = idleReader(items, 100);
    for (let round = 0; round < 3; round += 1) {
      const next = reader.next();
      await jest.advanceTimersByTimeAsync(99);
      await jest.advanceTimersByTimeAsync(1);
      expect(await next).toBe(IDLE);
    }
    expect(items.asked).toBe(1);
    const next = reader.next();
    items.send(item('a'));
    expect(await next).toEqual(item('a'));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('keeps an item that arrives while nobody waits', async () => {
    const items = source();
    const reader = idleReader(items, 100);
    const idle = reader.next();
    await jest.advanceTimersByTimeAsync(100);
    expect(await idle).toBe(IDLE);
    items.send(item('late'));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await reader.next()).toEqual(item('late'));
    const next = reader.next();
    items.send({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    expect(items.asked).toBe(2);
  });

  it('rejects with an error of the source, also if it came while nobody waited', async () => {
    const items = source();
    const reader = idleReader(items, 100);
    const idle = reader.next();
    await jest.advanceTimersByTimeAsync(100);
    await idle;
    items.fail(new Error('gone'));
    await jest.advanceTimersByTimeAsync(1);
    await expect(reader.next()).rejects.toThrow('gone');
  });

  it('keeps no timer after it is closed', () => {
    const items = source();
    const reader = idleReader(items, 100);
    void reader.next();
    reader.close();
    expect([jest.getTimerCount(), items.closed]).toEqual([0, 1]);
  });
});
