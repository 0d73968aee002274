import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, createServer, isIP as netIsIP, type LookupFunction, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  BlockedAddressError,
  Message,
  Notifier,
  WebhookChannel,
} from '../../../../src/webhooks/messages/index.js';
import {
  allowAlso,
  guardLookup,
  isIP,
  isPublicAddress,
} from '../../../../src/webhooks/messages/http/address-guard.js';
import { pickAgentOptions } from '../../../../src/webhooks/messages/http/routes.js';
import { loadUndici } from '../../../../src/webhooks/messages/http/load-undici.js';
import { targetOf } from '../../../../src/webhooks/messages/http/url.js';
import { Pools } from '../../../../src/webhooks/messages/http/pools.js';
import { undiciClient } from '../../../../src/webhooks/messages/http/undici-client.js';
import { startReceiver, type HostileReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { deliver, hurry, notificationOf } from '../../../support/webhooks/deliver.js';

let receiver: HostileReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** Resolves any name to these addresses, a new list at each call, as a rebinding DNS server does. */
function lookupTo(...answers: string[][]): LookupFunction & { calls: number } {
  const lookup = ((_name, options, callback) => {
    const addresses = answers[Math.min(lookup.calls, answers.length - 1)]!;
    lookup.calls += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  }) as LookupFunction & { calls: number };
  lookup.calls = 0;
  return lookup;
}

const to = (url: string) => new Message().setJSON(1).setURL(url);

test('recognises the addresses that node:net recognises', () => {
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV6().map((address) => `${address}%eth0`),
    fc.stringMatching(/^[0-9a-f:.%]{1,24}$/),
    fc
      .array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 5 })
      .map((bytes) => bytes.join('.')),
  );
  fc.assert(
    fc.property(text, (address) => isIP(address) === netIsIP(address)),
    { numRuns: 2_000 },
  );
});

describe('literal addresses in every spelling', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.０.０.１',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[64:ff9b::127.0.0.1]',
  ])('blocks %s', async (host) => {
    const delivery = await deliver({}, to(`http://${host}:${receiver.port}/`));
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 1,
      error: { name: 'BlockedAddressError' },
    });
    expect(receiver.connections).toBe(0);
  });

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2a00:1450::5efe:7f00:1',
    '2a00:1450::5efe:10.0.0.1',
    '2a00:1450:0:0:200:5efe:a9fe:a9fe',
    'fe80::5efe:8.8.8.8',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2000::1',
    '2001:200::1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '2a00:1450::5efe:8.8.8.8',
    '2a00:1450::200:5efe:808:808',
    '2a00:1450::100:5efe:7f00:1',
    '2a00:1450::5efe:7f00:1:1',
    '3ffe::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('an IPv4 address and its mapped, translated and tunnelled forms are judged alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const expected = isPublicAddress(address);
        const forms = ['::ffff:', '64:ff9b::', '2a00:1450::5efe:', '2a00:1450::200:5efe:'];
        expect(forms.map((form) => isPublicAddress(`${form}${address}`))).toEqual(forms.map(() => expected));
      }),
    );
  });
});

describe('names, when connecting', () => {
  const url = (name = 'hook.example') => `http://${name}:${receiver.port}/`;

  test.each([
    ['a private address', [['10.0.0.1']]],
    ['only private ones', [['127.0.0.1', '::1', 'fd00::1']]],
    ['a mapped one', [['::ffff:127.0.0.1']]],
    ['none', [[]]],
  ])('blocks %s, and does not retry', async (_, answers) => {
    const lookup = lookupTo(...answers);
    const delivery = await deliver({ lookup }, to(url()));
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 1,
      error: { name: 'BlockedAddressError', host: 'hook.example' },
    });
    expect([receiver.connections, lookup.calls]).toEqual([0, 1]);
  });

  test('blocks localhost, by the real resolver', async () => {
    expect(await deliver({}, to(url('localhost')))).toMatchObject({
      attempts: 1,
      error: { name: 'BlockedAddressError' },
    });
    expect(receiver.connections).toBe(0);
  });

  // No test connects to a public address, so what the socket would be given is looked at instead.
  const PUBLIC = { address: '203.0.114.1', family: 4 };
  const mixed = () => guardLookup(lookupTo(['10.0.0.1', PUBLIC.address, '::1']));

  test('passes only the public ones of several addresses to the socket', (done) => {
    mixed()('hook.example', { all: true }, (error, addresses) => {
      expect([error, addresses]).toEqual([null, [PUBLIC]]);
      done();
    });
  });

  test('returns a public address to a caller that requests a single one', (done) => {
    mixed()('hook.example', {}, (error, address, family) => {
      expect([error, address, family]).toEqual([null, PUBLIC.address, PUBLIC.family]);
      done();
    });
  });

  test('checks a lookup without support for lists as well', (done) => {
    const old = ((_name, _options, callback) => {
      callback(null, '127.0.0.1', 4);
    }) as LookupFunction;
    guardLookup(old)('hook.example', { all: true }, (error) => {
      expect(error).toBeInstanceOf(BlockedAddressError);
      done();
    });
  });

  test('looks the name up again for every connection, and uses the checked result', async () => {
    const lookup = lookupTo(['127.0.0.1']);
    const channel = new WebhookChannel({ lookup });
    const notifier = new Notifier(hurry).register(channel);
    for (let n = 0; n < 3; n += 1)
      await notifier.send(
        n,
        notificationOf(() => to(url())),
      );
    expect([receiver.connections, lookup.calls]).toEqual([0, 3]);
  });

  test('checks pooled connections to the default URL', async () => {
    const channel = new WebhookChannel({ defaultURL: url(), lookup: lookupTo(['127.0.0.1']) });
    const notifier = new Notifier(hurry).register(channel);
    const own = await notifier.send(
      1,
      notificationOf(() => new Message().setJSON(1)),
    );
    const foreign = await notifier.send(
      1,
      notificationOf(() => to(url())),
    );
    expect([own, foreign].map(({ deliveries }) => deliveries[0]!.outcome)).toEqual(['sent', 'failed']);
    expect(receiver.requests).toHaveLength(1);
    await notifier.drain();
  });
});

describe('no option of an agent overrides the guard', () => {
  const toLoopback: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  };
  const socket = () => connect(receiver.port, '127.0.0.1').on('error', () => undefined);
  const ways: [string, () => object][] = [
    ['lookup', () => ({ lookup: toLoopback })],
    ['host and port', () => ({ host: '127.0.0.1', port: receiver.port })],
    ['hostname and port', () => ({ hostname: '127.0.0.1', port: receiver.port })],
    ['socketPath', () => ({ socketPath: `${folder}/socket` })],
    ['path', () => ({ path: `${folder}/socket` })],
    ['socket', () => ({ socket: socket() })],
    ['createConnection', () => ({ createConnection: socket })],
  ];
  let folder: string;
  let local: Server;
  let reached: number;
  beforeEach(async () => {
    reached = 0;
    folder = mkdtempSync(join(tmpdir(), 'guard-'));
    local = createServer((one) => {
      reached += 1;
      one.destroy();
    }).listen(`${folder}/socket`);
    await once(local, 'listening');
  });
  afterEach(() => {
    local.close();
    rmSync(folder, { recursive: true });
  });

  test.each(ways)('blocks private addresses in spite of %s', async (name, options) => {
    const byName = lookupTo(['10.0.0.1']);
    const agents = { httpAgent: new HttpAgent(options()), httpsAgent: new HttpsAgent(options()) };
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://hook.example:${receiver.port}/`;
      const lookup = name === 'lookup' ? {} : { lookup: byName };
      const delivery = await deliver({ ...agents, ...lookup, blockPrivateNetworks: true, defaultURL: url });
      expect(delivery).toMatchObject({ attempts: 1, error: { name: 'BlockedAddressError' } });
    }
    expect([receiver.requests.length, reached]).toEqual([0, 0]);
    agents.httpAgent.destroy();
    agents.httpsAgent.destroy();
  });

  test.each(['createConnection', 'addRequest', 'createSocket'])(
    'rejects an agent with its own method %s',
    (method) => {
      const httpAgent = Object.assign(new HttpAgent(), { [method]: () => undefined });
      expect(() => new WebhookChannel({ httpAgent })).toThrow(/lookup/);
      expect(() => new WebhookChannel({ httpAgent, blockPrivateNetworks: false })).not.toThrow();
    },
  );

  test('rejects a proxy of the agent', () => {
    const options = { proxyEnv: { http_proxy: receiver.url } };
    expect(() => new WebhookChannel({ httpAgent: new HttpAgent(options as object) })).toThrow(/proxy/);
  });

  test('keeps the TLS settings', () => {
    const agent = new HttpsAgent({
      ca: 'own authority',
      servername: 'a',
      localAddress: '127.0.0.2',
      maxSockets: 1,
    });
    expect(pickAgentOptions(agent)).toMatchObject({
      ca: 'own authority',
      servername: 'a',
      localAddress: '127.0.0.2',
    });
    expect(pickAgentOptions(agent)).not.toHaveProperty('maxSockets');
  });

  test('closes a connection to another address than the look-up returned, before anything is written', async () => {
    await loadUndici();
    const toLoopbackAlways = { lookup: toLoopback };
    const client = undiciClient({
      pools: new Pools(1),
      isAllowed: isPublicAddress,
      timeout: 5_000,
      idleTimeout: 5_000,
      maxConnectionAge: Infinity,
      http: toLoopbackAlways,
      https: toLoopbackAlways,
    });
    for (const scheme of ['http', 'https']) {
      const target = targetOf(new URL(`${scheme}://hook.example:${receiver.port}/`));
      const sink = { head: jest.fn(), data: jest.fn(), end: jest.fn() };
      const error = await new Promise((fail) => {
        client({ method: 'POST', target, headers: [], body: new Uint8Array() }, { ...sink, fail });
      });
      expect(error).toBeInstanceOf(BlockedAddressError);
      expect(sink.head).not.toHaveBeenCalled();
    }
    expect([receiver.requests.length, receiver.bytes]).toEqual([0, 0]);
  });
});

describe('scope of blockPrivateNetworks', () => {
  test.each([
    [undefined, 'sent', 'failed'],
    ['messages', 'sent', 'failed'],
    [true, 'failed', 'failed'],
    [false, 'sent', 'sent'],
  ] as const)('%p: the default URL is %s, a URL of a message %s', async (block, byDefault, byMessage) => {
    const options = { defaultURL: receiver.url, ...(block !== undefined && { blockPrivateNetworks: block }) };
    expect((await deliver(options)).outcome).toBe(byDefault);
    expect((await deliver(options, to(receiver.url))).outcome).toBe(byMessage);
  });

  test.each<[string, string[], string, string]>([
    ['a range', ['127.0.0.0/16'], '127.0.0.1', 'sent'],
    ['an address', ['10.0.0.1', '127.0.0.1'], '127.0.0.1', 'sent'],
    ['another range', ['10.0.0.0/8', '127.1.0.0/16'], '127.0.0.1', 'failed'],
    ['a range of IPv6', ['fd00::/8'], '127.0.0.1', 'failed'],
    ['a name in a range', ['127.0.0.0/8'], 'hook.example', 'sent'],
    ['a name outside', ['10.0.0.0/8'], 'hook.example', 'failed'],
  ])('allowedNetworks with %s', async (_, allowedNetworks, host, outcome) => {
    const url = receiver.url.replace('127.0.0.1', host);
    const options = { allowedNetworks, lookup: lookupTo(['127.0.0.1']), blockPrivateNetworks: true };
    expect((await deliver(options, to(url))).outcome).toBe(outcome);
  });

  test.each(['10.0.0.0/33', '10.0.0', 'example.com', '::1/129', '10.0.0.0/', '', 5])(
    'allowedNetworks rejects %p',
    (range) => {
      expect(() => new WebhookChannel({ allowedNetworks: [range as string] })).toThrow(
        /allowedNetworks .* needs an array of addresses or ranges/,
      );
    },
  );

  test('an allowed range holds for every spelling of its addresses, and for no other', () => {
    const isAllowed = allowAlso(['10.1.0.0/16', 'fd00:1::/32', '::1']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd00:1::5', '::1', '8.8.8.8'])
      expect([address, isAllowed(address)]).toEqual([address, true]);
    for (const address of [
      '10.2.0.1',
      '::ffff:10.2.0.1',
      'fd00:2::5',
      '127.0.0.1',
      '169.254.169.254',
      'fe80::1%eth0',
    ])
      expect([address, isAllowed(address)]).toEqual([address, false]);
  });

  class OwnWay extends HttpAgent {}
  test.each([[{ httpAgent: new OwnWay() }], [{ proxyFromEnvironment: true }]])(
    '%#: rejects options under which it cannot block',
    (options) => {
      expect(() => new WebhookChannel(options)).toThrow(/blockPrivateNetworks: false/);
    },
  );

  test.each([
    [{ httpAgent: new OwnWay(), blockPrivateNetworks: false }],
    [{ proxyFromEnvironment: true, blockPrivateNetworks: false }],
    [{ httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent() }],
  ])('%#: accepts options under which it can block, or need not', (options) => {
    expect(() => new WebhookChannel(options)).not.toThrow();
  });
});
