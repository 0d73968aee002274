import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { bundle, run } from '../../support/programs/child-process.js';
import {
  closeServers,
  KINDS,
  KITS,
  OPENERS,
  postgresAt,
  type EngineKit,
  type Kind,
} from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { describeEngines, needing } from '../../support/programs/optional-programs.js';

/** Stores that no more can be written to, until the function that is returned is called. */
const FILL: Record<string, (kit: EngineKit, pids: readonly number[]) => Promise<() => Promise<void>>> = {
  sqlite: (_, pids) => {
    // Writes behind the first byte of a file fail. One of the processes may have ended.
    const limit = (bytes: string) => {
      for (const pid of pids) spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
    };
    limit('1');
    return Promise.resolve(() => Promise.resolve(limit('unlimited')));
  },
  redis: async ({ location }) => {
    const client = new Redis(Number(location.split('/')[0]));
    await client.config('SET', 'maxmemory', '1');
    return async () => {
      await client.config('SET', 'maxmemory', '0');
      client.disconnect();
    };
  },
  postgres: async ({ location }) => {
    const { default: pg } = await import('pg');
    const client = new pg.Client(postgresAt(Number(location.split('/')[0])));
    await client.connect();
    await client.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await withoutDeadlock(() =>
      client.query(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON dtospec.job
        FOR EACH ROW EXECUTE FUNCTION full_disk()`),
    );
    return async () => {
      await withoutDeadlock(() => client.query('DROP FUNCTION full_disk CASCADE'));
      await client.end();
    };
  },
};

/** Repeats a statement that locks the table of jobs in another order than pg-boss, for which PostgreSQL ends one of both. */
async function withoutDeadlock(run: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await run();
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01') throw error;
    }
}

const DAY = 86_400_000;

/** Runs before the program: its clock is so many milliseconds off, by default from half a second on. */
const clockThatJumps = (by: number, after = 500): readonly string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const { now } = Date, began = now();
    const jumped = () => (now() - began < ${after} ? now() : now() + ${by});
    globalThis.Date = class extends Date {
      constructor(...given) { if (given.length === 0) super(jumped()); else super(...given); }
      static now() { return jumped(); }
    };`)}`,
];

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 25));
};

afterAll(closeServers);

describeEngines(KINDS.filter((kind) => kind !== 'pglite'))('%s', (kind: Kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  const arrived = new Set<string>();
  let isDown = false;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    arrived.clear();
    isDown = false;
    kit = await KITS[kind]();
    receiver = await startReceiver((socket, request, index) => {
      if (isDown || index % 3 === 1) answer('503 Service Unavailable')(socket, request, index);
      else {
        arrived.add((JSON.parse(request.body.toString()) as { id: string }).id);
        answer('204 No Content')(socket, request, index);
      }
    });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await receiver.close();
    await kit.close();
  });

  const start = (role: string, args: readonly string[] = [], flags: readonly string[] = [], more = {}) => {
    const program = bundle('engine-process', `${kind}-faults-${children.length}-`);
    const settings = JSON.stringify({ lease: 3_000, ...more });
    const child = run(program, [role, kind, kit.location, receiver.url, settings, ...args], flags);
    children.push(child);
    return child;
  };
  const work = async (flags?: readonly string[], more?: object) => {
    const child = start('worker', [], flags, more);
    await once(child.stdout, 'data');
    return child;
  };
  const open = () => OPENERS[kind](kit.location, { lease: 3_000 });

  needing(test, ...(kind === 'sqlite' ? (['prlimit'] as const) : []))(
    'that is full refuses what is sent, and goes on with the rest when it has room',
    async () => {
      const engine = open();
      const shop = openShop(engine, receiver.url);
      const ids = Array.from({ length: 60 }, (_, index) => `m-${index}`);
      await Promise.all(ids.slice(0, 40).map((id) => shop.send('ann', new Ordered(id))));
      const worker = await work();
      await until(() => arrived.size > 5);
      const sender = start('sender', ['40', '60']);
      const pids = [worker, sender].map(({ pid }) => pid!);
      const free = await FILL[kind]!(kit, pids);
      const [refused] = (await once(sender, 'exit')) as [number];
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await free();
      expect(refused).toBe(1);
      await Promise.all(ids.slice(40).map((id) => shop.send('ann', new Ordered(id))));
      await until(async () => (await engine.status()).waiting === 0);
      expect([...arrived].sort()).toEqual(ids.sort());
      expect(await engine.dead()).toEqual([]);
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      await shop.stop();
    },
    180_000,
  );

  const testOfSqlite = kind === 'sqlite' ? needing(test, 'prlimit') : undefined;
  testOfSqlite?.(
    'whose log has filled the disk is emptied, and goes on',
    async () => {
      const engine = open();
      const shop = openShop(engine, receiver.url);
      const worker = await work();
      // The log grows to some megabytes, the file of the deliveries does not.
      spawnSync('prlimit', ['--pid', String(worker.pid), '--fsize=300000:unlimited']);
      for (let index = 0; index < 60; index += 1) await shop.send('ann', new Ordered(`m-${index}`));
      await until(async () => (await engine.status()).waiting === 0);
      expect(arrived.size).toBe(60);
      await shop.stop();
    },
    60_000,
  );

  test.each([
    ['forwards', DAY],
    ['back', -DAY],
  ])(
    'with a worker whose clock jumps a day %s, and one whose clock is right after it',
    async (_, by) => {
      isDown = true; // all wait for a retry when the clock is right again
      const sender = openShop(open(), receiver.url);
      const send = (from: number, to: number) =>
        Promise.all(
          Array.from({ length: to - from }, (_, index) =>
            sender.send('ann', new Ordered(`m-${from + index}`)),
          ),
        );
      await send(0, 20);
      const worker = await work(clockThatJumps(by), { retry: 2_000 });
      for (let first = 20; first < 60; first += 10) {
        await send(first, first + 10);
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
      worker.kill('SIGKILL');
      isDown = false;
      const engine = open();
      const shop = openShop(engine, receiver.url);
      await shop.start();
      await until(async () => (await engine.status()).waiting === 0);
      expect(arrived.size).toBe(60);
      expect(await engine.dead()).toEqual([]);
      await Promise.all([shop.stop(), sender.stop()]);
    },
    180_000,
  );

  test.each([
    ['ahead', DAY],
    ['behind', -DAY],
  ])(
    'with a sender whose clock is a day %s: a delay counts from the send',
    async (_, by) => {
      const sender = start('sender', ['0', '2'], clockThatJumps(by, 0), { delayed: 5_000 });
      const ended = once(sender, 'exit');
      const engine = open();
      const shop = openShop(engine, receiver.url);
      const order: string[] = [];
      shop.on('sent', ({ messageId }) => order.push(messageId));
      shop.on('warning', () => undefined);
      await shop.start();
      expect(await ended).toEqual([0, null]);
      await until(() => order.length === 2);
      expect(order).toEqual(['m-1', 'm-0']);
      await shop.stop();
    },
    60_000,
  );
});
