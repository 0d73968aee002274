import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { consumerFolder, preparePackage } from '../support/programs/packed-package.js';

/**
 * A process that has the package twice, as ES module, which bundlers take, and as CommonJS:
 * notifier, channel and message each come from either, and what goes wrong is recognised by the classes of both.
 */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { createRequire } from 'node:module';
  import 'reflect-metadata';
  import { IsInt } from 'class-validator';
  import * as esm from './node_modules/dtospec/dist/webhook.js';
  import { WriteOnly } from './node_modules/dtospec/dist/index.js';
  const cjs = createRequire(process.cwd() + '/x.js')('dtospec/webhook');

  class News {
    constructor(number) { Object.assign(this, { number, password: 'hidden' }); }
  }
  IsInt()(News.prototype, 'number');
  WriteOnly()(News.prototype, 'password');

  const bodies = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => { bodies.push(body); response.writeHead(Number(request.url.slice(1))).end(); });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = 'http://127.0.0.1:' + server.address().port;

  async function try_(notifierOf, channelOf, messageOf) {
    const notifier = new notifierOf.Notifier({ retry: notifierOf.NO_RETRY });
    notifier.register(new channelOf.WebhookChannel({ blockPrivateNetworks: false }));
    notifier.register(new channelOf.WebhookChannel({ name: 'guarded', blockPrivateNetworks: true }));
    const send = async (toWebhook, { via = 'webhook', to = 'one', ...options } = {}) => {
      try {
        const { deliveries } = await notifier.send(to, { via: () => [via], toWebhook }, options);
        return deliveries[0].error ?? deliveries[0].outcome;
      } catch (error) {
        return { rejected: error };
      }
    };
    const message = (status, value = new News(1)) => new messageOf.Message().setJSON(value).setURL(origin + '/' + status);
    const endless = () => new Promise(() => undefined);
    const outcomes = {
      sent: await send(() => message(204)),
      StatusError: await send(() => message(500)),
      BlockedAddressError: await send(() => message(204), { via: 'guarded' }),
      NetworkError: await send(() => message(204).setURL('http://127.0.0.1:1')),
      InvalidPayloadError: await send(() => message(204, new News('no number'))),
      InvalidMessageError: await send(() => message(204).setURL('no URL')),
      NotificationError: await send(() => { throw new Error('broken'); }),
      DeliveryAbortedError: await send(endless, { signal: AbortSignal.timeout(10) }),
      ConfigError: (await send(() => new messageOf.Message())).rejected,
      DeliveryFailedError: (await send(() => message(500), { throwOnFailure: true })).rejected,
    };
    await notifier.drain();
    const wrong = Object.entries(outcomes).filter(([name, error]) =>
      name === 'sent'
        ? error !== 'sent'
        : [esm, cjs].some((copy) => !(error instanceof copy[name])) || error.name !== name,
    );
    return wrong.map(([name, error]) => name + ': ' + String(error));
  }

  const wrong = {};
  for (const [a, notifier] of [['esm', esm], ['cjs', cjs]])
    for (const [b, channel] of [['esm', esm], ['cjs', cjs]])
      for (const [c, message] of [['esm', esm], ['cjs', cjs]]) {
        const found = await try_(notifier, channel, message);
        if (found.length > 0) wrong[a + ' notifier, ' + b + ' channel, ' + c + ' message'] = found;
      }
  server.close();
  const failed = new cjs.StatusError(500, origin);
  console.log(JSON.stringify({
    copies: new Set([esm.Notifier, cjs.Notifier]).size,
    wrong,
    bodies: [...new Set(bodies)],
    relations: {
      base: failed instanceof esm.WebhookError && new cjs.ConfigError('c') instanceof esm.ConfigError,
      sibling: failed instanceof esm.NetworkError || failed instanceof cjs.TimeoutError,
      others: [null, undefined, 1, {}, new Error('x')].some((value) => value instanceof esm.WebhookError),
      derived: failed instanceof class extends esm.StatusError {},
    },
  }));
`;

describe('two copies of the package in one process', () => {
  beforeAll(preparePackage, 300_000);

  test('a notifier, a channel and a message of any copy work together, and errors are known to both', async () => {
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: consumerFolder });
    expect(JSON.parse(stdout)).toEqual({
      copies: 2,
      wrong: {},
      bodies: ['{"number":1}'],
      relations: { base: true, sibling: false, others: false, derived: false },
    });
  });
});
