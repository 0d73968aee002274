import { once } from '../../../src/shared/promises.js';

test('shares one result among concurrent callers, and retries a failure for the next', async () => {
  let calls = 0;
  const open = once(() => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(calls);
  });
  const first = open();
  const beside = open();
  await expect(first).rejects.toThrow('not yet');
  await expect(beside).rejects.toThrow('not yet');
  await expect(Promise.all([open(), open()])).resolves.toEqual([2, 2]);
  await expect(open()).resolves.toBe(2);
  expect(calls).toBe(2);
});
