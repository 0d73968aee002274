import { Limiter } from '../../../../src/webhooks/notifier/attempts/limiter.js';
import { gate, runIn } from './fixtures.js';

const never = new AbortController().signal;
const PATIENCE = 1_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const limiterOf = (
  limits: {
    total?: number;
    perTarget?: number;
    extra?: number;
    onShorter?: () => void;
    now?: () => number;
  } = {},
) => {
  const { total = 64, perTarget = 16, extra = 256, ...others } = limits;
  return new Limiter({
    concurrency: total,
    concurrencyPerTarget: perTarget,
    concurrencyUnanswered: extra,
    now: () => performance.now(),
    ...others,
  });
};

/** Tasks of a group, each under way until it is answered. */
function tasksOf(limiter: Limiter, key: string) {
  const open: (() => void)[] = [];
  return {
    /** How many are under way. */
    get active() {
      return open.length;
    },
    add(count: number, signal = never) {
      for (let n = 0; n < count; n += 1) {
        const { passed, open: end } = gate();
        const task = (): Promise<boolean | undefined> => {
          open.push(end);
          return passed.then(() => true);
        };
        runIn(limiter, key, signal, task).catch(() => undefined);
      }
    },
    async answer(count = open.length) {
      for (const end of open.splice(0, count)) end();
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

/** Runs a task that ends at once. */
const quick = (limiter: Limiter, key: string, answered = true) =>
  runIn(
    limiter,
    key,
    never,
    () => Promise.resolve(),
    () => answered,
  );

describe('groups that do not answer', () => {
  test('a new group has one place, and its share as soon as it answers', async () => {
    const limiter = limiterOf();
    const tasks = tasksOf(limiter, 'a');
    tasks.add(40);
    await jest.advanceTimersByTimeAsync(0);
    expect(tasks.active).toBe(1);
    await tasks.answer();
    expect(tasks.active).toBe(16);
    await tasks.answer(3);
    expect(tasks.active).toBe(16);
  });

  test('many unresponsive targets leave slots to new targets', async () => {
    const limiter = limiterOf({ extra: 8 });
    for (let n = 0; n < 100; n += 1) await quick(limiter, `silent-${n}`, false);
    const silent = Array.from({ length: 100 }, (_, n) => tasksOf(limiter, `silent-${n}`));
    for (const tasks of silent) tasks.add(3);
    await jest.advanceTimersByTimeAsync(PATIENCE * 2);
    expect(silent.filter(({ active }) => active > 0)).toHaveLength(6);
    const live = tasksOf(limiter, 'live');
    live.add(3);
    expect(live.active).toBe(1);
    await live.answer();
    expect(live.active).toBe(2);
  });

  test('three times as many new targets as places may be silent: another new one is still asked', async () => {
    const limiter = limiterOf({ extra: 8 });
    const silent = Array.from({ length: 20 }, (_, n) => tasksOf(limiter, `silent-${n}`));
    for (const tasks of silent) tasks.add(3);
    const live = tasksOf(limiter, 'live');
    live.add(3);
    expect([silent.filter(({ active }) => active > 0).length, live.active]).toEqual([8, 0]);
    await jest.advanceTimersByTimeAsync(3 * PATIENCE);
    expect(live.active).toBe(1);
    await live.answer();
    expect(live.active).toBe(2);
  });

  test('200 targets that never respond do not delay others', async () => {
    const limiter = limiterOf();
    const dead = Array.from({ length: 200 }, (_, n) => tasksOf(limiter, `dead ${n}`));
    for (const one of dead) one.add(20);
    await jest.advanceTimersByTimeAsync(0);
    expect(dead.map(({ active }) => active)).toEqual(dead.map(() => 1));
    const live = tasksOf(limiter, 'live');
    live.add(100);
    await jest.advanceTimersByTimeAsync(0);
    for (let left = 100; left > 0; left -= live.active) {
      expect(live.active).toBe(left === 100 ? 1 : Math.min(16, left));
      const { active } = live;
      await live.answer();
      left -= active - live.active;
    }
  });

  test('200 that answered until a moment ago hold up another for a second, not longer', async () => {
    const limiter = limiterOf();
    const dying = Array.from({ length: 200 }, (_, n) => tasksOf(limiter, `dying ${n}`));
    await Promise.all(dying.map((_, n) => quick(limiter, `dying ${n}`)));
    await quick(limiter, 'live');
    for (const one of dying) one.add(20);
    const live = tasksOf(limiter, 'live');
    live.add(5);
    await jest.advanceTimersByTimeAsync(0);
    expect(dying.reduce((sum, { active }) => sum + active, 0)).toBe(64);
    expect(live.active).toBe(0);
    await jest.advanceTimersByTimeAsync(PATIENCE + 5);
    expect(live.active).toBeGreaterThan(0);
    await live.answer();
    expect(live.active).toBe(4);
  });

  test('an unresponsive target gets one more slot for each task that waits for a second, until it responds', async () => {
    const limiter = limiterOf({ perTarget: 4 });
    await quick(limiter, 'a', false);
    const tasks = tasksOf(limiter, 'a');
    tasks.add(40);
    const active: number[] = [];
    for (let second = 0; second < 5; second += 1) {
      await jest.advanceTimersByTimeAsync(second === 0 ? PATIENCE / 2 : PATIENCE);
      active.push(tasks.active);
    }
    expect(active).toEqual([1, 2, 3, 4, 4]);
    await tasks.answer(1);
    expect(tasks.active).toBe(4);
  });

  test('each target is unresponsive a second after its task began, whatever begins meanwhile', async () => {
    const limiter = limiterOf();
    const targets = ['a', 'b', 'c'];
    for (const target of targets) {
      tasksOf(limiter, target).add(3);
      await jest.advanceTimersByTimeAsync(300);
    }
    const seen: string[][] = [];
    for (const wait of [99, 2, 299, 300]) {
      await jest.advanceTimersByTimeAsync(wait);
      seen.push(targets.filter((target) => limiter.healthOf(target) === 'unresponsive'));
    }
    expect(seen).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']]);
  });

  test('finds a slow task although its timer fires early', async () => {
    let late = 0;
    const limiter = limiterOf({ now: () => performance.now() - late });
    tasksOf(limiter, 'a').add(1);
    late = 5;
    await jest.advanceTimersByTimeAsync(PATIENCE);
    expect(limiter.healthOf('a')).toBe('new');
    await jest.advanceTimersByTimeAsync(late);
    expect(limiter.healthOf('a')).toBe('unresponsive');
  });

  test('finds slow tasks again if a runtime has dropped its timer', async () => {
    const limiter = limiterOf();
    tasksOf(limiter, 'a').add(1);
    jest.clearAllTimers();
    await jest.advanceTimersByTimeAsync(2 * PATIENCE);
    tasksOf(limiter, 'b').add(1);
    await jest.advanceTimersByTimeAsync(PATIENCE);
    expect(['a', 'b'].map((target) => limiter.healthOf(target))).toEqual(['unresponsive', 'unresponsive']);
  });

  test('further attempts at a slow target use no slots of others', async () => {
    const limiter = limiterOf({ extra: 8 });
    const silent = tasksOf(limiter, 'silent');
    await quick(limiter, 'silent', false);
    silent.add(40);
    await jest.advanceTimersByTimeAsync(10 * PATIENCE);
    expect(silent.active).toBe(3);
    const others = Array.from({ length: 7 }, (_, n) => tasksOf(limiter, `other ${n}`));
    for (const other of others) other.add(1);
    expect(others.map(({ active }) => active)).toEqual(others.map(() => 1));
  });

  test('ignores an attempt without a response if a later attempt got one', async () => {
    const limiter = limiterOf({ perTarget: 4 });
    const { passed, open } = gate();
    void runIn(
      limiter,
      'a',
      never,
      () => passed,
      () => false,
    );
    await jest.advanceTimersByTimeAsync(1.5 * PATIENCE);
    await quick(limiter, 'a');
    open();
    await jest.advanceTimersByTimeAsync(1);
    expect(limiter.healthOf('a')).toBe('responsive');
  });

  test('a slow target keeps its share: long attempts use other slots than the general ones', async () => {
    const limiter = limiterOf({ total: 16, extra: 64 });
    await quick(limiter, 'slow');
    const slow = tasksOf(limiter, 'slow');
    slow.add(40);
    await jest.advanceTimersByTimeAsync(0);
    expect(slow.active).toBe(16);
    await jest.advanceTimersByTimeAsync(3 * PATIENCE);
    expect(slow.active).toBe(16);
    const other = tasksOf(limiter, 'other');
    other.add(20);
    await jest.advanceTimersByTimeAsync(0);
    await other.answer();
    expect(other.active).toBe(16);
    await slow.answer();
    expect(slow.active).toBe(0); // the other has all general places now
    await other.answer();
    expect(slow.active).toBe(13); // beside the last three of the other
  });

  test('if the other slots are taken, a responsive target gets a general slot, and a new one waits', async () => {
    const limiter = limiterOf({ total: 2, perTarget: 2, extra: 3 });
    await quick(limiter, 'known');
    await jest.advanceTimersByTimeAsync(2 * PATIENCE);
    for (const key of ['x', 'y', 'z']) tasksOf(limiter, key).add(2);
    const [known, fresh] = [tasksOf(limiter, 'known'), tasksOf(limiter, 'fresh')];
    fresh.add(1);
    known.add(2);
    await jest.advanceTimersByTimeAsync(0);
    expect([known.active, fresh.active]).toEqual([1, 0]);
  });

  test('an end without a response changes no state', async () => {
    const limiter = limiterOf();
    await quick(limiter, 'a');
    await runIn(
      limiter,
      'a',
      never,
      () => Promise.resolve(),
      () => undefined,
    );
    await expect(runIn(limiter, 'a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const tasks = tasksOf(limiter, 'a');
    tasks.add(40);
    await jest.advanceTimersByTimeAsync(0);
    expect(tasks.active).toBe(16);
  });

  test('with 0 extra slots, treats all targets alike', async () => {
    const limiter = limiterOf({ extra: 0 });
    const dead = Array.from({ length: 4 }, (_, n) => tasksOf(limiter, `dead ${n}`));
    for (const one of dead) one.add(20);
    const live = tasksOf(limiter, 'live');
    live.add(1);
    await jest.advanceTimersByTimeAsync(5 * PATIENCE);
    expect([...dead.map(({ active }) => active), live.active]).toEqual([16, 16, 16, 16, 0]);
  });
});

describe('the number of waiting tasks', () => {
  test('excludes those of groups that do not answer', async () => {
    const onShorter = jest.fn();
    const limiter = limiterOf({ onShorter });
    const dead = tasksOf(limiter, 'dead');
    dead.add(10);
    expect(limiter.waiting).toBe(9);
    onShorter.mockClear();
    await jest.advanceTimersByTimeAsync(PATIENCE + 5);
    expect([limiter.waiting, onShorter.mock.calls.length]).toEqual([0, 1]);
    dead.add(10);
    expect(limiter.waiting).toBe(0);
    const controller = new AbortController();
    dead.add(1, controller.signal);
    tasksOf(limiter, 'new').add(3, controller.signal);
    expect(limiter.waiting).toBe(2);
    controller.abort();
    expect(limiter.waiting).toBe(0);
    await dead.answer(); // 16 of the 18 that wait have a place now
    expect([limiter.waiting, dead.active]).toEqual([2, 16]);
  });
});
