import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import {
  CONNECTION_AGE,
  Daily,
  ENDPOINTS,
  kindOf,
  NEW_ADDRESS,
  OLD_ADDRESS,
  openPlatform,
  RATE,
} from '../../support/engines/platform.js';
import { bundle, run } from '../../support/programs/child-process.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

/** The limited endpoints get as many messages more in each wave. */
const BURST = 20;

const ALL = Array.from({ length: ENDPOINTS }, (_, index) => String(index));
const LIMITED = ALL.filter((id) => kindOf(Number(id)) === 'limited');

/** Milliseconds by which an attempt may follow its turn late. */
const TOLERANCE = 500;

interface Request {
  readonly messageId: string;
  readonly endpoint: string;
  readonly address: string;
}

/** All receivers. The silent ones answer when they are released: they refuse what they have received, and what follows. */
async function startReceivers() {
  const requests: Request[] = [];
  const unanswered = new Set<ServerResponse>();
  let isReleased = false;
  const refuse = (response: ServerResponse) => response.writeHead(422).end();
  const server: Server = createServer((request, response) => {
    const endpoint = request.url!.slice(1);
    const messageId = String(request.headers['webhook-id']);
    requests.push({ messageId, endpoint, address: request.socket.localAddress! });
    request.resume().on('end', () => {
      const kind = kindOf(Number(endpoint));
      if (kind === 'silent' && isReleased) refuse(response);
      else if (kind === 'silent') unanswered.add(response);
      else if (kind === 'slow') setTimeout(() => response.writeHead(204).end(), 300);
      else response.writeHead(204).end();
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return {
    requests,
    port: (server.address() as AddressInfo).port,
    release() {
      isReleased = true;
      unanswered.forEach(refuse);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

describeEngines(SHARED)('%s, through a day of a platform', (kind) => {
  let kit: EngineKit;
  let folder: string;
  let receivers: Awaited<ReturnType<typeof startReceivers>>;
  const workers = new Set<ChildProcess>();
  beforeEach(async () => {
    kit = await KITS[kind]();
    folder = mkdtempSync(join(tmpdir(), 'platform-'));
    receivers = await startReceivers();
  });
  afterEach(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await receivers.close();
    await kit.close();
    rmSync(folder, { recursive: true });
  });

  const moved = () => join(folder, 'moved');
  async function startWorker(): Promise<ChildProcess> {
    const program = bundle('platform-process', `${kind}-${workers.size}-`);
    const worker = run(program, [kind, kit.location, String(receivers.port), moved()]);
    workers.add(worker);
    await once(worker.stdout, 'data');
    return worker;
  }
  /** New processes start, and the old ones end. */
  async function deploy(old: readonly ChildProcess[]): Promise<ChildProcess[]> {
    const young = [await startWorker(), await startWorker()];
    for (const worker of old) worker.kill('SIGTERM');
    await Promise.all(old.map((worker) => once(worker, 'exit')));
    return young;
  }
  async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isDone())) await pause(50);
  }

  test('every message is accounted for', async () => {
    const engine = OPENERS[kind](kit.location);
    const sender = openPlatform(engine, receivers.port, moved());
    const sent: string[] = [];
    const send = async (to: readonly string[], name: string) => {
      const { deliveries } = await sender.send(to, new Daily(name));
      expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(new Set(['queued']));
      sent.push(...to.map((endpoint) => `${name}-${endpoint}`));
    };
    const wave = async (name: string) => {
      await send(ALL, name);
      for (let more = 0; more < BURST; more += 1) await send(LIMITED, `${name}+${more}`);
    };
    const received = () => new Set(receivers.requests.map(({ messageId }) => messageId));
    const isSilent = (messageId: string) => kindOf(Number(messageId.split('-').at(-1))) === 'silent';
    /** All but the silent receivers have everything: these hold nobody up. */
    const isReceived = () => {
      const arrived = received();
      return sent.every((messageId) => isSilent(messageId) || arrived.has(messageId));
    };

    let running = [await startWorker(), await startWorker()];
    await wave('morning');
    await until(() => receivers.requests.length > ENDPOINTS / 4);
    running = await deploy(running);
    await until(isReceived);

    const erased = 'morning-30';
    expect(await engine.erase({ messageId: erased })).toBe(1);
    writeFileSync(moved(), '');
    await wave('noon');
    running = await deploy(running);
    await until(isReceived);
    await pause(3 * CONNECTION_AGE);
    await wave('evening');
    await until(isReceived);

    receivers.release();
    await until(async () => (await engine.status()).waiting === 0);
    const deliveries = await engine.deliveries({ limit: Infinity });
    expect(deliveries.map(({ messageId }) => messageId).sort()).toEqual(sent.sort());
    for (const { messageId, state } of deliveries)
      expect(`${messageId} ${state}`).toBe(`${messageId} ${isSilent(messageId) ? 'dead' : 'sent'}`);

    const { id } = deliveries.find(({ messageId }) => messageId === erased)!;
    expect(await engine.job(id)).toBeUndefined();

    // A deploy breaks off attempts only at receivers that do not answer within its grace.
    const answered = receivers.requests.filter(({ messageId }) => !isSilent(messageId));
    expect(answered.length).toBe(new Set(answered.map(({ messageId }) => messageId)).size);

    const addressOf = (name: string) =>
      receivers.requests.find(({ messageId }) => messageId === `${name}-29`)!.address;
    expect([addressOf('morning'), addressOf('evening')]).toEqual([OLD_ADDRESS, NEW_ADDRESS]);

    for (const limited of LIMITED) {
      const starts = deliveries
        .filter(({ endpoint }) => endpoint === limited)
        .map(({ history }) => history[0]!.startedAt)
        .sort((a, b) => a - b);
      for (let first = 0; first + RATE < starts.length; first += 1)
        expect(starts[first + RATE]! - starts[first]!).toBeGreaterThan(1_000 - TOLERANCE);
    }
    for (const worker of running) worker.kill('SIGTERM');
    await sender.stop();
  }, 240_000);
});
