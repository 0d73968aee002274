import { describeInNamespace, runInNamespace } from '../../support/network/namespace.js';

/** Sends on a file system of 2 MB until nothing more fits, makes attempts there, then has a further 512 KB. */
const PROGRAM = `
  import { execFileSync } from 'node:child_process';
  import { setTimeout as wait } from 'node:timers/promises';
  import { SqliteEngine } from '../../src/webhooks/engines/sqlite/index.js';
  import { openShop, Ordered } from './engines/shop.js';
  import { answer, startReceiver } from './webhooks/hostile-receiver.js';

  class Large extends Ordered {
    toWebhook() { return super.toWebhook().setJSON({ id: this.id, filler: 'x'.repeat(2_000) }); }
  }
  async function main() {
    const [, , when] = process.argv;
    const disk = '/mnt';
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    const arrived = new Map();
    const receiver = await startReceiver((socket, request, index) => {
      const { id } = JSON.parse(request.body);
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      answer('204 No Content')(socket, request, index);
    });
    const engine = new SqliteEngine({ file: disk + '/queue.sqlite', lease: 3_000, pollInterval: 50 });
    const shop = openShop(engine, receiver.url);
    const warnings = [];
    shop.on('warning', ({ code }) => warnings.push(code));
    let count = 0;
    const queued = [], refused = [];
    const send = async () => {
      const id = 'm-' + (count += 1);
      const [delivery] = (await shop.send('ann', new Large(id))).deliveries;
      if (delivery.outcome === 'queued') queued.push(id);
      else refused.push({ id, message: delivery.error.message });
      return delivery.outcome;
    };
    if (when === 'working') await shop.start();
    while (refused.length < 10) await send();
    if (when === 'idle') await shop.start();
    await wait(4_000); // longer than a lease
    execFileSync('mount', ['-o', 'remount,size=' + (2_048 + 512) + 'k', disk]);
    while ((await engine.status()).waiting > 0) await wait(50);
    const after = await send();
    while ((await engine.status()).waiting > 0) await wait(50);
    await shop.stop();
    await receiver.close();
    console.log(JSON.stringify({
      after,
      isLost: queued.some((id) => !arrived.has(id)),
      isRefusedSent: refused.some(({ id }) => arrived.has(id)),
      most: Math.max(...arrived.values()),
      messages: [...new Set(refused.map(({ message }) => message))],
      told: warnings.filter((code, index) => warnings.indexOf(code) !== index),
    }));
  }
  main();
`;

describeInNamespace('a disk that is full', () => {
  test.each(['idle', 'working'])(
    'while %s: send says so, nothing is lost or sent twice',
    async (when) => {
      const { code, stdout, stderr } = await runInNamespace(PROGRAM, { args: [when] });
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('Error') as string });
      expect(JSON.parse(stdout)).toEqual({
        after: 'queued',
        isLost: false,
        isRefusedSent: false,
        most: 1,
        messages: [expect.stringMatching(/disk is full". Check its disk and free some space/)],
        told: [],
      });
    },
    90_000,
  );
});
