import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const COMMON = { lease: 3_000 };
const TOTAL = 200;
const PER_SECOND = 25;

/** Milliseconds by which the first attempt may follow its turn late: its process has just started. */
const TOLERANCE = 500;

/** Maximum number of attempts at one receiver that a killed process leaves without a result. */
const UNDER_WAY = 16;

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describeEngines(SHARED)(
  '%s, when processes die while deliveries wait for the rate of an endpoint',
  (kind) => {
    test('nothing is lost, the rate holds, and only what was under way is sent again', async () => {
      const kit = await KITS[kind]();
      const received: string[] = [];
      const receiver = await startReceiver((socket, request, index) => {
        received.push(`${request.path.split('/').at(-1) ?? ''} ${request.headers['webhook-id'] ?? ''}`);
        answer('204 No Content')(socket, request, index);
      });
      const children = new Set<ChildProcess>();
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
      const ids = Array.from({ length: TOTAL }, (_, index) => `m-${index}`);
      await Promise.all(ids.map((id) => sender.send([limited, 'ann'], new Ordered(id))));
      for (let kills = 0; kills < 4; kills += 1) {
        const before = received.length;
        while (received.length < before + 10) await pause(10);
        await kill(workers.shift());
        if (kills === 1) await kit.crash?.();
        workers.push(await start());
      }
      while ((await engine.status()).waiting > 0) await pause(100);
      const deliveries = await engine.deliveries({ limit: Infinity });
      expect(deliveries.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
        Array.from({ length: 2 * TOTAL }, () => 'sent 1'),
      );
      const all = [limited, 'ann'].flatMap((endpoint) => ids.map((id) => `${endpoint} ${id}`));
      expect([...new Set(received)].sort()).toEqual(all.sort());
      expect(received.length - all.length).toBeLessThanOrEqual(4 * 2 * UNDER_WAY);
      const starts = deliveries
        .filter(({ endpoint }) => endpoint === limited)
        .map(({ history }) => history[0]!.startedAt)
        .sort((a, b) => a - b);
      for (const [index, time] of starts.entries())
        expect(time - starts[0]!).toBeGreaterThan((index * 1_000) / PER_SECOND - TOLERANCE);
      await Promise.all(workers.map(kill));
      await sender.stop();
      await receiver.close();
      await kit.close();
    }, 120_000);
  },
);
