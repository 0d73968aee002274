import { Overdue } from '../../../../../src/webhooks/notifier/attempts/overdue.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what lasts is told of once, in order; what ends before is not', async () => {
  const told: [string, number][] = [];
  const start = performance.now();
  const overdue = new Overdue<string>(
    100,
    () => performance.now(),
    (task) => {
      told.push([task, Math.round(performance.now() - start)]);
    },
  );
  overdue.add('a', performance.now());
  await jest.advanceTimersByTimeAsync(40);
  overdue.add('b', performance.now());
  overdue.add('brief', performance.now());
  await jest.advanceTimersByTimeAsync(30);
  overdue.add('c', performance.now());
  overdue.delete('brief');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([
    ['a', 100],
    ['b', 140],
    ['c', 170],
  ]);
  expect(jest.getTimerCount()).toBe(0);
});

test('one that is added again is waited for anew', async () => {
  const told: string[] = [];
  const overdue = new Overdue<string>(
    100,
    () => performance.now(),
    (task) => {
      told.push(task);
      if (told.length < 3) overdue.add(task, performance.now());
    },
  );
  overdue.add('a', performance.now());
  await jest.advanceTimersByTimeAsync(150);
  overdue.add('a', performance.now());
  await jest.advanceTimersByTimeAsync(90);
  expect(told).toEqual(['a']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['a', 'a', 'a']);
});
