import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import {
  Message,
  Notifier,
  WebhookChannel,
  type Delivery,
  type Endpoint,
  type WebhookChannelOptions,
} from '../../../../src/webhooks/messages/index.js';
import { loadUndici } from '../../../../src/webhooks/messages/http/load-undici.js';
import { targetOf } from '../../../../src/webhooks/messages/http/url.js';
import { Pools } from '../../../../src/webhooks/messages/http/pools.js';
import { undiciClient } from '../../../../src/webhooks/messages/http/undici-client.js';
import { notificationOf } from '../../../support/webhooks/deliver.js';
import { needing } from '../../../support/programs/optional-programs.js';
import { TextEngine } from '../../../support/engines/in-memory-engine.js';

type EndpointTLS = NonNullable<Endpoint['tls']>;

const SECRETS = [`whsec_${Buffer.alloc(32, 's').toString('base64')}`];
const ONCE = { retry: () => null };

/** Node cannot make certificates. */
needing(describe, 'openssl')('mutual TLS for an endpoint (needs openssl)', () => {
  let folder: string;
  let server: Server;
  let origin: string;
  /** Name in the client's certificate, by request. */
  let clients: string[];
  let connections: number;
  const file = (name: string): Buffer => readFileSync(join(folder, name));
  const certify = (name: string, ...options: string[]): void => {
    const type = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    ];
    const out = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
    execFileSync('openssl', ['req', '-x509', ...type, ...options, ...out], { cwd: folder, stdio: 'ignore' });
  };
  const plain = (name: string, ...options: string[]): void => {
    certify(name, '-nodes', ...options);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mtls-'));
    plain('server', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:hook.test');
    for (const name of ['ada', 'bob', 'stranger']) plain(name);
    certify('cyd', '-passout', 'pass:open-sesame');
    const ca = ['ada', 'bob', 'cyd'].map((name) => file(`${name}.pem`));
    const options = { key: file('server.key'), cert: file('server.pem'), ca, requestCert: true };
    server = createServer({ ...options, rejectUnauthorized: true }, (request, response) => {
      clients.push((request.socket as TLSSocket).getPeerCertificate().subject.CN as string);
      request.resume();
      response.end('ok');
    });
    server.on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    clients = [];
    connections = 0;
  });

  const tlsOf = (name: string, options: EndpointTLS = {}): EndpointTLS => ({
    cert: file(`${name}.pem`),
    key: file(`${name}.key`),
    ca: file('server.pem'),
    ...options,
  });
  const endpoint = (id: string, tls?: EndpointTLS, url = origin): Endpoint => ({
    id,
    url,
    secrets: SECRETS,
    ...(tls && { tls }),
  });
  const message = notificationOf(() => new Message().setJSON(1));

  async function send(
    endpoints: readonly Endpoint[],
    options: WebhookChannelOptions = {},
  ): Promise<readonly Delivery[]> {
    const channel = new WebhookChannel({
      endpoints: () => endpoints,
      blockPrivateNetworks: false,
      ...options,
    });
    const notifier = new Notifier(ONCE).register(channel);
    const { deliveries } = await notifier.send('', message);
    await notifier.drain();
    return deliveries;
  }

  test('the receiver gets the certificate of the endpoint; without a known one it refuses', async () => {
    const deliveries = await send([
      endpoint('ada', tlsOf('ada')),
      endpoint('text', { ...tlsOf('bob'), cert: String(file('bob.pem')), ca: [String(file('server.pem'))] }),
      endpoint('passphrase', tlsOf('cyd', { passphrase: 'open-sesame' })),
      endpoint('stranger', tlsOf('stranger')),
      endpoint('none', { ca: file('server.pem') }),
      endpoint('unknown receiver', { cert: file('ada.pem'), key: file('ada.key') }),
    ]);
    expect(deliveries.map(({ outcome, error }) => error?.name ?? outcome)).toEqual([
      ...['sent', 'sent', 'sent'],
      ...['NetworkError', 'NetworkError', 'NetworkError'],
    ]);
    expect(clients.sort()).toEqual(['ada', 'bob', 'cyd']);
    expect(deliveries[4]!.error).toMatchObject({ reason: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
    expect(deliveries[4]!.error!.message).toMatch(
      /The receiver requires a client certificate\. Set the endpoint's tls: \{ cert, key \}\.$/,
    );
  });

  test('endpoints of one origin share connections only if their settings are equal', async () => {
    const two = ['ada', 'bob', 'ada', 'bob', 'ada'].map((name) => endpoint(name, tlsOf(name)));
    const channel = new WebhookChannel<Endpoint>({ endpoints: (one) => one, blockPrivateNetworks: false });
    const notifier = new Notifier(ONCE).register(channel);
    for (const one of two)
      await notifier.send(
        one,
        notificationOf(() => new Message().setJSON(1)),
      );
    await notifier.drain();
    expect(clients).toEqual(['ada', 'bob', 'ada', 'bob', 'ada']);
    expect(connections).toBe(2);
  });

  test.each<[string, () => Endpoint, WebhookChannelOptions, RegExp]>([
    ['a key of another certificate', () => endpoint('a', tlsOf('ada', { key: file('bob.key') })), {}, /tls/],
    ['no PEM', () => endpoint('a', { cert: 'no certificate', key: 'private-text' }), {}, /tls/],
    ['no object', () => endpoint('a', 'ada' as never), {}, /tls/],
    [
      'an unknown setting',
      () => endpoint('a', { rejectUnauthorized: false } as never),
      {},
      /rejectUnauthorized/,
    ],
    ['an http URL', () => endpoint('a', tlsOf('ada'), 'http://127.0.0.1:9/'), {}, /not https/],
    ['a proxy', () => endpoint('a', tlsOf('ada')), { proxyFromEnvironment: true }, /proxy/],
  ])('%s fails its delivery before anything is sent', async (_, one, options, expected) => {
    const [delivery] = await send([one()], options);
    expect(delivery).toMatchObject({ outcome: 'failed', error: { code: 'ERR_WEBHOOK_INVALID_ENDPOINT' } });
    expect(delivery!.error!.message).toMatch(expected);
    expect(delivery!.error!.message).not.toContain('private-text');
    expect(connections).toBe(0);
  });

  test('blocks addresses of private networks', async () => {
    const [delivery] = await send([endpoint('ada', tlsOf('ada'))], { blockPrivateNetworks: 'messages' });
    expect([delivery!.error?.name, connections]).toEqual(['BlockedAddressError', 0]);
  });

  test('no engine stores the settings, and no log shows them', async () => {
    const ada = endpoint('ada', tlsOf('ada', { key: String(file('ada.key')) }));
    const engine = new TextEngine();
    const channel = new WebhookChannel({
      endpoints: () => ada,
      findEndpoint: () => ada,
      blockPrivateNetworks: false,
    });
    const notifier = new Notifier({ engine }).register(channel);
    const events: unknown[] = [];
    for (const name of ['sending', 'sent', 'failed'] as const)
      notifier.on(name, (event) => events.push(event));
    await notifier.start();
    const result = await notifier.send('', message);
    const [stored] = engine.texts;
    const step = await engine.next();
    await notifier.drain();
    expect([step.kind, clients]).toEqual(['done', ['ada']]);
    const shown = inspect([result, step, events, channel, notifier], {
      depth: 20,
      maxStringLength: Infinity,
    });
    for (const text of [stored, shown, JSON.stringify([result, step, events])])
      expect(text).not.toMatch(/PRIVATE KEY|CERTIFICATE/);
  });

  test('uses the server name of an agent for guarded connections', async () => {
    await loadUndici();
    const { port } = new URL(origin);
    const lookup = (_name: string, _options: object, callback: (...args: unknown[]) => void): void => {
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const https = { ...tlsOf('ada'), lookup, servername: 'hook.test' } as never;
    const client = undiciClient({
      ...{ http: https, https, isAllowed: () => true, pools: new Pools(0) },
      ...{ timeout: 5_000, idleTimeout: 5_000, maxConnectionAge: Infinity },
    });
    const status = await new Promise((head, fail) => {
      const sink = { head, fail, data: () => undefined, end: () => undefined };
      client(
        {
          method: 'POST',
          target: targetOf(new URL(`https://other.test:${port}/`)),
          headers: [],
          body: new Uint8Array(),
        },
        sink,
      );
    });
    expect(status).toBe(200);
  });
});
