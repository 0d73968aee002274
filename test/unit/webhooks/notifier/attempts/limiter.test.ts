import fc from 'fast-check';
import { Limiter } from '../../../../../src/webhooks/notifier/attempts/limiter.js';
import { gate, runIn } from '../fixtures.js';

const never = new AbortController().signal;
const limiterOf = (total: number, perTarget: number) =>
  new Limiter({
    concurrency: total,
    concurrencyPerTarget: perTarget,
    concurrencyUnanswered: 0,
    now: () => performance.now(),
  });
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('bounded concurrency', () => {
  test('runs all tasks, and as many at once as the limits allow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 4 })), { maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (tasks, total, perTarget) => {
          const limiter = limiterOf(total, perTarget);
          const active = new Map<string, number>();
          const count = () => [...active.values()].reduce((sum, one) => sum + one, 0);
          let done = 0;
          const running = Promise.all(
            tasks.map(([key, turns]) =>
              runIn(limiter, key, never, async () => {
                active.set(key, (active.get(key) ?? 0) + 1);
                expect(active.get(key)).toBeLessThanOrEqual(perTarget);
                expect(count()).toBeLessThanOrEqual(total);
                for (let turn = 0; turn < turns; turn += 1) await tick();
                active.set(key, active.get(key)! - 1);
                done += 1;
              }),
            ),
          );
          const perKey = ['a', 'b', 'c'].map((key) => tasks.filter(([one]) => one === key).length);
          const allowed = perKey.reduce((sum, some) => sum + Math.min(some, perTarget), 0);
          expect(count()).toBe(Math.min(allowed, total));
          await running;
          expect(done).toBe(tasks.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a group without free slots does not delay others', async () => {
    const limiter = limiterOf(2, 1);
    const { passed, open } = gate();
    const order: string[] = [];
    const slow = [1, 2, 3].map((n) =>
      runIn(limiter, 'slow', never, async () => {
        await passed;
        order.push(`slow ${n}`);
      }),
    );
    await runIn(limiter, 'fast', never, () => Promise.resolve(order.push('fast')));
    expect(order).toEqual(['fast']);
    open();
    await Promise.all(slow);
    expect(order).toEqual(['fast', 'slow 1', 'slow 2', 'slow 3']);
  });

  test('groups take turns, even if many tasks of the first one wait', async () => {
    const limiter = limiterOf(1, 2);
    const order: string[] = [];
    const tasks = ['a', 'a', 'a', 'b', 'b', 'c'].map((key) =>
      runIn(limiter, key, never, async () => {
        order.push(key);
        await tick();
      }),
    );
    await Promise.all(tasks);
    // The second a was in line before the others came.
    expect(order.join('')).toBe('aabcab');
  });

  test('a waiter that is aborted leaves, and its place goes to the next', async () => {
    const limiter = limiterOf(1, 1);
    const { passed, open } = gate();
    const first = runIn(limiter, 'a', never, () => passed);
    const controller = new AbortController();
    const second = runIn(limiter, 'a', controller.signal, () => Promise.reject(new Error('must not run')));
    const third = runIn(limiter, 'a', never, () => Promise.resolve('ran'));
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    open();
    await first;
    await expect(third).resolves.toBe('ran');
    await expect(runIn(limiter, 'a', controller.signal, () => Promise.resolve())).rejects.toThrow('enough');
  });

  test('stop rejects the waiting tasks and all later ones', async () => {
    const limiter = limiterOf(1, 1);
    const { passed, open } = gate();
    const first = runIn(limiter, 'a', never, () => passed);
    const second = runIn(limiter, 'a', never, () => Promise.resolve());
    limiter.stop();
    await expect(second).rejects.toThrow('The limiter was stopped');
    await expect(runIn(limiter, 'b', never, () => Promise.resolve())).rejects.toThrow(
      'The limiter was stopped',
    );
    open();
    await first;
  });

  test('a task that throws gives its place back', async () => {
    const limiter = limiterOf(1, 1);
    await expect(runIn(limiter, 'a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(runIn(limiter, 'a', never, () => Promise.resolve(1))).resolves.toBe(1);
  });
});
