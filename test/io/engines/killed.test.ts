import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit, type Kind } from '../../support/engines/kits.js';
import { API_KEY, byKey, openShop, SECRET, TOKEN } from '../../support/engines/shop.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

/**
 * `DTOSPEC_DELIVERIES=2000` has each engine do so many with its default lease, by more processes of which more are
 * killed: minutes for each. One that lives on is this one.
 */
const { DTOSPEC_DELIVERIES } = process.env;
const IS_FULL = DTOSPEC_DELIVERIES !== undefined;
const TOTAL = Number(DTOSPEC_DELIVERIES ?? 100);
/** Of these, so many are refused for good until they are redelivered. */
const REFUSED = 10;
const KEYS = TOTAL / 10;
const COMMON = IS_FULL ? {} : { lease: 3_000 };
const [WORKERS, WORKER_KILLS, SENDER_KILLS] = IS_FULL ? [2, 20, 2] : [1, 2, 1];
/** The server dies after each so many kills of workers. */
const SERVER_KILLS_AFTER = IS_FULL ? 4 : 1;

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

describeEngines(SHARED)('%s, with processes that are killed', (kind) => {
  describe('in any order', () => {
    proveKills(kind);
  });
  if (kind !== 'redis')
    describe('in order by key', () => {
      proveKills(kind, KEYS);
    });
});

function proveKills(kind: Kind, keys?: number): void {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let isRefusing = true;
  const children = new Set<ChildProcess>();
  const start = (...args: string[]) => {
    const program = bundle('engine-process', `${kind}-${children.size}-`);
    const settings = JSON.stringify({ ...COMMON, keys });
    const child = run(program, [args[0]!, kind, kit.location, receiver.url, settings, ...args.slice(1)]);
    children.add(child);
    return child;
  };

  beforeAll(async () => {
    kit = await KITS[kind]();
    // Flaky: now and then a 503, a connection that breaks before or after the message was taken, a refusal.
    receiver = await startReceiver((socket, request, index) => {
      const id = Number(/m-(\d+)/.exec(request.body.toString())?.[1]);
      if (isRefusing && id % (TOTAL / REFUSED) === 0)
        answer('422 Unprocessable Content')(socket, request, index);
      else if (index % 7 === 3) answer('503 Service Unavailable')(socket, request, index);
      else if (index % 13 === 5) socket.destroy();
      else {
        accepted.set(id, [...(accepted.get(id) ?? []), request.headers['webhook-id'] ?? '']);
        answer('204 No Content')(socket, request, index);
      }
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await receiver.close();
    await kit.close();
  });
  const accepted = new Map<number, string[]>();
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  /** Looks seldom: what a killed process worked on is another's after seconds, and each look is a query. */
  const untilNoneWaits = async (engine: DurableEngine) => {
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 250));
  };

  test(`${TOTAL} deliveries: every one arrives, none is lost, none under another id`, async () => {
    // Who sends is killed in mid-write too, and goes on behind what it knows to be queued.
    let queued = 0;
    const send = async (killAt: number): Promise<void> => {
      const child = start('sender', String(queued), String(TOTAL));
      child.stdout.on('data', (text: Buffer) => {
        queued = Number(text.toString().trim().split('\n').at(-1));
        if (queued >= killAt && queued < TOTAL) child.kill('SIGKILL');
      });
      await once(child, 'exit');
    };
    const work = async (): Promise<ChildProcess> => {
      const child = start('worker');
      await once(child.stdout, 'data');
      return child;
    };
    const workers = await Promise.all(Array.from({ length: WORKERS }, work));
    const survivor = openShop(OPENERS[kind](kit.location, COMMON), receiver.url, keys ? byKey(keys) : {});
    const sending = (async () => {
      for (let kill = 1; kill <= SENDER_KILLS; kill += 1) await send((kill * TOTAL) / (2 * SENDER_KILLS));
      // A store that dies refuses some, and the sender ends.
      while (queued < TOTAL) await send(TOTAL);
    })();
    for (let kill = 1; kill <= WORKER_KILLS; kill += 1) {
      await until(() => accepted.size > (kill * TOTAL) / (WORKER_KILLS + 2));
      const worker = workers.shift()!;
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      // Until then it would leave the others nothing to do.
      if (kill === 1) await survivor.start();
      workers.push(await work());
      if (kill < WORKER_KILLS && kill % SERVER_KILLS_AFTER === 0) await kit.crash?.();
    }
    await sending;
    expect(queued).toBe(TOTAL);
    const engine = OPENERS[kind](kit.location);
    await untilNoneWaits(engine);

    const dead = await engine.dead();
    expect(dead.map(({ messageId }) => messageId).sort()).toEqual(
      Array.from({ length: REFUSED }, (_, index) => `m-${(index * TOTAL) / REFUSED}`).sort(),
    );
    isRefusing = false;
    for (const { id } of dead) expect(await engine.redeliver(id)).toBe(true);
    await untilNoneWaits(engine);

    if (IS_FULL) {
      const repeated = [...accepted.values()].filter((ids) => ids.length > 1).length;
      process.stderr.write(
        `${kind}${keys ? ' in order' : ''}: ${accepted.size} of ${TOTAL} arrived, ${repeated} more than once\n`,
      );
    }
    expect(accepted.size).toBe(TOTAL);
    for (const [id, headers] of accepted) expect([id, ...new Set(headers)]).toEqual([id, `m-${id}`]);
    if (keys !== undefined) {
      const arrived = [...accepted.keys()].filter((id) => id % (TOTAL / REFUSED) !== 0);
      for (let key = 0; key < keys; key += 1) {
        const ofKey = arrived.filter((id) => id % keys === key);
        expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b));
      }
    }
    const kept = await engine.deliveries({ limit: Infinity });
    expect(new Set(kept.map(({ messageId, state }) => `${messageId} ${state}`)).size).toBe(TOTAL);
    expect(kept.every(({ state }) => state === 'sent')).toBe(true);
    await engine.stop();
    await survivor.stop();

    const stored = await kit.scan();
    for (const secret of [SECRET.slice(6), API_KEY, TOKEN]) expect(stored.includes(secret)).toBe(false);

    // SIGTERM is a graceful stop: nothing keeps the process alive.
    const ends = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.kill('SIGTERM');
    expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual(workers.map(() => 0));
  }, 1_800_000);
}
