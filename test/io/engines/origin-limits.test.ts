import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import { bundle, run } from '../../support/programs/child-process.js';
import {
  closeServers,
  KINDS,
  KITS,
  OPENERS,
  type CommonOptions,
  type EngineKit,
} from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import {
  answer,
  startReceiver,
  type Behaviour,
  type HostileReceiver,
} from '../../support/webhooks/hostile-receiver.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

/** Milliseconds after which the places of a killed process are free. */
const LEASE = 3_000;
const ok = answer('204 No Content');

afterAll(closeServers);

/** BullMQ has no limits for groups, and PGlite no second process. */
const LIMITED = KINDS.filter((kind) => kind === 'sqlite' || kind === 'postgres');

describeEngines(LIMITED)('%s, two processes', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let silent: HostileReceiver;
  let behave: Behaviour;
  const children = new Set<ChildProcess>();
  const here = new Set<Notifier>();
  beforeEach(async () => {
    kit = await KITS[kind]();
    silent = await startReceiver(() => undefined);
    receiver = await startReceiver((socket, request, index) => {
      behave(socket, request, index);
    });
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    await Promise.all([...here].map((notifier) => notifier.stop({ grace: 0 })));
    here.clear();
    await receiver.close();
    await silent.close();
    await kit.close();
  });

  /** How many deliveries each of the two has made is counted. */
  const work = async (options: CommonOptions) => {
    const program = bundle('engine-process', `${kind}-${children.size}-`);
    const child = run(program, ['worker', kind, kit.location, receiver.url, JSON.stringify(options)]);
    children.add(child);
    const worker = { child, sent: 0 };
    await once(child.stdout, 'data');
    child.stdout.on('data', (text: Buffer) => (worker.sent += text.toString().split('sent').length - 1));
    return worker;
  };
  /** The other process is this one, which need not be started. */
  const workHere = async (options: CommonOptions) => {
    const notifier = openShop(OPENERS[kind](kit.location, options), receiver.url);
    here.add(notifier);
    const worker = { sent: 0 };
    notifier.on('sent', () => (worker.sent += 1));
    await notifier.start();
    return worker;
  };
  const send = async (to: readonly string[], count: number, prefix = 'm'): Promise<void> => {
    const engine = OPENERS[kind](kit.location);
    const notifier = openShop(engine, receiver.url);
    for (let index = 0; index < count; index += 1) await notifier.send(to, new Ordered(`${prefix}-${index}`));
    await notifier.stop();
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const arrived = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size;

  test('all processes together keep the limit of an origin, and a killed process releases its places', async () => {
    let [active, most] = [0, 0];
    let isHanging = true;
    behave = (socket, request, index) => {
      most = Math.max(most, (active += 1));
      if (isHanging) return void socket.once('close', () => (active -= 1));
      setTimeout(() => {
        active -= 1;
        ok(socket, request, index);
      }, 5);
    };
    const options = { lease: LEASE, concurrencyPerOrigin: 3 };
    await send(['ann', `${silent.url}/dead`], 40);
    const killed = await work(options);
    await until(() => active > 0);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    isHanging = false;
    const workers = [await work(options), await workHere(options)];
    await until(() => arrived() === 40);
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
    expect(silent.requests.length).toBeLessThanOrEqual(4);
    // One of them may make all: it takes the next delivery itself, or took many at once.
    expect(workers.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(0);
  }, 90_000);

  // pg-boss has no rate of a group.
  if (kind === 'sqlite')
    test('all processes together keep the rate of an origin', async () => {
      const times: number[] = [];
      behave = (socket, request, index) => {
        times.push(performance.now());
        ok(socket, request, index);
      };
      const options = { lease: LEASE, ratePerOrigin: { attempts: 25, per: 1_000 } };
      await Promise.all([work(options), workHere(options)]);
      await send(['ann'], 60);
      await until(() => arrived() === 60);
      const [first = 0] = times;
      // Without a limit it is all of them.
      expect(times.filter((time) => time - first < 1_000).length).toBeLessThanOrEqual(40);
      const engine = OPENERS[kind](kit.location);
      const others = async () =>
        (await engine.deliveries()).filter((one) => one.state !== 'sent' || one.attempts !== 1);
      // What has arrived is stored as sent a moment later; one that goes from state to state may be counted in neither.
      for (let tries = 0; tries < 200 && (await others()).length > 0; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 25));
      expect(await others()).toEqual([]);
      await engine.stop();
    });
});
