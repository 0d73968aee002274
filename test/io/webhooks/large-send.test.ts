import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runProgram } from '../../support/programs/run-program.js';

/** Twice as many as may wait; DTOSPEC_RUNS takes more. */
const COUNT = process.env.DTOSPEC_RUNS === undefined ? 3_000 : 10_000;

/** Counts in a process of its own, so that the sender's descriptors and its processor time are the sender's alone. */
const RECEIVER = `
  const server = require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('ok'));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '0.0.0.0', () => console.log(server.address().port));
`;

const SENDER = `
  import 'reflect-metadata';
  import { IsInt, IsString, ValidateNested } from 'class-validator';
  import { Type } from 'class-transformer';
  import { readdirSync, readFileSync } from 'node:fs';
  import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';

  class Item {}
  IsString()(Item.prototype, 'name');
  IsInt()(Item.prototype, 'count');
  class Order {}
  IsString()(Order.prototype, 'number');
  Type(() => Item)(Order.prototype, 'items');
  ValidateNested({ each: true })(Order.prototype, 'items');
  const item = (n) => Object.assign(new Item(), { name: 'item ' + n, count: n });
  const order = (n) => Object.assign(new Order(), { number: 'o-' + n, items: Array.from({ length: 10 }, (_, i) => item(i)) });

  const countDescriptors = () => readdirSync('/proc/self/fd').length;

  /** Milliseconds for which this thread has had a processor: a machine that is busy with others does not count. */
  const busy = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

  function watch(seen) {
    const timer = setInterval(() => {
      seen.descriptors = Math.max(seen.descriptors, countDescriptors());
    }, 20);
    let before = busy();
    const look = () => {
      const now = busy();
      seen.busiest = Math.max(seen.busiest, now - before);
      seen.turns += 1;
      before = busy();
      next = setTimeout(look, 2);
    };
    let next = setTimeout(look, 2);
    return () => {
      clearInterval(timer);
      clearTimeout(next);
    };
  }

  async function sendTo(origins, count, port) {
    const seen = { built: 0, ended: 0, waiting: 0, descriptors: 0, busiest: 0, turns: 0 };
    const notification = {
      via: () => ['webhook'],
      toWebhook: (n) => {
        seen.built += 1;
        seen.waiting = Math.max(seen.waiting, seen.built - seen.ended);
        const host = n % origins;
        return new Message().setJSON(order(n)).setURL('http://127.1.' + (host >> 8) + '.' + (host & 255) + ':' + port + '/');
      },
    };
    const notifier = new Notifier().register(new WebhookChannel({ blockPrivateNetworks: false }));
    notifier.on('sent', () => { seen.ended += 1; });
    await notifier.send(0, notification);
    const stop = watch(seen);
    const { deliveries } = await notifier.send(Array.from({ length: count }, (_, n) => n), notification);
    stop();
    const left = countDescriptors();
    const sent = deliveries.filter(({ outcome }) => outcome === 'sent').length;
    await notifier.drain();
    return { ...seen, sent, left };
  }

  async function main() {
    const [, , port, count, ...origins] = process.argv;
    const seen = {};
    for (const number of origins) seen[number] = await sendTo(Number(number), Number(count), port);
    console.log(JSON.stringify(seen));
  }
  main();
`;

let port: string;
const receiver = spawn(process.execPath, ['-e', RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] });
beforeAll(async () => {
  const [line] = (await once(receiver.stdout, 'data')) as [Buffer];
  port = line.toString().trim();
});
afterAll(() => receiver.kill());

interface Seen {
  readonly sent: number;
  readonly waiting: number;
  readonly descriptors: number;
  readonly left: number;
  readonly busiest: number;
  readonly turns: number;
}

const ORIGINS = [1, 1_500];

describe(`a send to ${COUNT}`, () => {
  let seen: Readonly<Record<number, Seen>>;
  beforeAll(async () => {
    const command = ['sh', '-c', 'ulimit -n 1024 && exec "$@"', 'sh'];
    const args = [port, COUNT, ...ORIGINS].map(String);
    const { code, stderr, stdout } = await runProgram(SENDER, { args, command, timeout: 60_000 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    seen = JSON.parse(stdout) as typeof seen;
  }, 60_000);

  test.each(ORIGINS)('limits memory and connections for %i origins', (origins) => {
    const { sent, waiting, descriptors, left, busiest, turns } = seen[origins]!;
    expect(sent).toBe(COUNT);
    // A thousand wait, and some 450 are under way.
    expect(waiting).toBeLessThan(1_600);
    // Of 1,024: what is under way, 256 idle connections, and Node's own.
    expect(descriptors).toBeLessThan(900);
    expect(left).toBeLessThan(400);
    // 8 ms of work at a time, and what it sets off; the margin is for the garbage collector. All at once, it was seconds.
    // Some 15 ms on an idle machine; without turns it is more than a second.
    expect(busiest).toBeLessThan(250);
    expect(turns).toBeGreaterThan(100);
  });
});
