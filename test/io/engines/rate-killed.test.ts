import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const COMMON = { lease: 3_000 };
const PER_SECOND = 25;
const KILLS = 4;

/** Messages before each kill. They are more than a rate lets through until then, so a slow machine has work left to kill. */
const PER_KILL = 50;

/** Milliseconds by which the first attempt of a round may follow its turn late. At twice the rate, a round takes 1,000 less. */
const LATE = 800;

/** Maximum number of attempts at one receiver that a killed process leaves without a result. */
const UNDER_WAY = 16;

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describeEngines(SHARED)(
  '%s, when processes die while deliveries wait for the rate of an endpoint',
  (kind) => {
    const children = new Set<ChildProcess>();
    afterEach(() => {
      for (const child of children) child.kill('SIGKILL');
    });

    test('nothing is lost, the rate holds, and only what was under way is sent again', async () => {
      const kit = await KITS[kind]();
      const received: string[] = [];
      const receiver = await startReceiver((socket, request, index) => {
        received.push(`${request.path.split('/').at(-1) ?? ''} ${request.headers['webhook-id'] ?? ''}`);
        answer('204 No Content')(socket, request, index);
      });
      const start = async () => {
        const program = bundle('engine-process', `${kind}-rate-${children.size}-`);
        const child = run(program, ['worker', kind, kit.location, receiver.url, JSON.stringify(COMMON)]);
        children.add(child);
        await once(child.stdout, 'data');
        return child;
      };
      const kill = async (child: ChildProcess | undefined) => {
        if (!child) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      };
      const limited = `at-${PER_SECOND}`;
      const engine = OPENERS[kind](kit.location, COMMON);
      const sender = openShop(engine, receiver.url);
      const workers = [await start(), await start()];
      const ids = ['m-0'];
      // The processes are slow at first.
      await sender.send([limited, 'ann'], new Ordered('m-0'));
      while (received.length < 2) await pause(10);
      for (let kills = 0; kills < KILLS; kills += 1) {
        const more = Array.from({ length: PER_KILL }, (_, index) => `m-${ids.length + index}`);
        ids.push(...more);
        const before = received.length;
        await Promise.all(more.map((id) => sender.send([limited, 'ann'], new Ordered(id))));
        while (received.length < before + 10) await pause(10);
        await kill(workers.shift());
        if (kills === 1) await kit.crash?.();
        workers.push(await start());
      }
      while ((await engine.status()).waiting > 0) await pause(100);
      const deliveries = await engine.deliveries({ limit: Infinity });
      const all = [limited, 'ann'].flatMap((endpoint) => ids.map((id) => `${endpoint} ${id}`));
      expect(deliveries.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
        all.map(() => 'sent 1'),
      );
      expect([...new Set(received)].sort()).toEqual(all.sort());
      expect(received.length - all.length).toBeLessThanOrEqual(KILLS * 2 * UNDER_WAY);
      const starts = new Map(
        deliveries
          .filter(({ endpoint }) => endpoint === limited)
          .map(({ messageId, history }) => [messageId, history[0]!.startedAt]),
      );
      for (let first = 1; first < ids.length; first += PER_KILL) {
        const times = ids.slice(first, first + PER_KILL).map((id) => starts.get(id)!);
        const least = ((PER_KILL - 1) * 1_000) / PER_SECOND - LATE;
        expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(least);
      }
      await Promise.all(workers.map(kill));
      await sender.stop();
      await receiver.close();
      await kit.close();
    }, 120_000);
  },
);
