import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent as HttpAgent, createServer as createHttpServer } from 'node:http';
import { Agent as HttpsAgent, createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { Message } from '../../../../src/webhooks/messages/index.js';
import { startReceiver, type HostileReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { deliver } from '../../../support/webhooks/deliver.js';
import { needing } from '../../../support/programs/optional-programs.js';

let receiver: HostileReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe("does not change the application's axios", () => {
  const before = { ...axios.defaults };
  afterEach(() => {
    Object.assign(axios.defaults, before);
    delete axios.defaults.headers.common.Authorization;
    axios.interceptors.request.clear();
  });

  test('its defaults and interceptors change no request', async () => {
    axios.defaults.headers.common.Authorization = 'Bearer of-the-application';
    axios.defaults.baseURL = 'http://127.0.0.1:1/';
    axios.defaults.params = { leaked: 1 };
    axios.defaults.auth = { username: 'a', password: 'b' };
    axios.defaults.transformRequest = [() => 'replaced'];
    axios.defaults.timeout = 1;
    axios.interceptors.request.use(() => Promise.reject(new Error('intercepted')));
    const delivery = await deliver({ defaultURL: receiver.url }, new Message().setJSON('text'));
    expect(delivery.outcome).toBe('sent');
    expect(receiver.requests[0]).toMatchObject({ path: '/hook', body: Buffer.from('"text"') });
    expect(receiver.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});

describe('proxies', () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];
  const before = names.map((name) => process.env[name]);
  afterEach(() => {
    names.forEach((name, index) => {
      if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[index];
    });
  });

  test.each([
    [false, 0, 1],
    [true, 1, 0],
  ])(
    'uses proxies of the environment only with proxyFromEnvironment: %p',
    async (proxyFromEnvironment, throughProxy, direct) => {
      const proxy = await startReceiver();
      for (const name of names)
        process.env[name] = name.toLowerCase() === 'http_proxy' ? `http://127.0.0.1:${proxy.port}` : '';
      const delivery = await deliver({
        defaultURL: receiver.url,
        proxyFromEnvironment,
        blockPrivateNetworks: false,
      });
      expect(delivery.outcome).toBe('sent');
      expect([proxy.requests.length, receiver.requests.length]).toEqual([throughProxy, direct]);
      await proxy.close();
    },
  );
});

describe('agents of your own', () => {
  test('uses an http agent', async () => {
    const agent = new HttpAgent({ keepAlive: true });
    const channel = { defaultURL: receiver.url, httpAgent: agent };
    for (let n = 0; n < 3; n += 1) expect((await deliver(channel)).outcome).toBe('sent');
    // The channel closes its own agents only: this one still holds its connection.
    expect([receiver.connections, Object.keys(agent.freeSockets).length]).toEqual([1, 1]);
    agent.destroy();
  });

  // Node cannot make certificates.
  needing(test, 'openssl')('https with a client certificate (needs openssl)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mtls-'));
    const file = (name: string) => join(folder, name);
    const pair = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ];
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...pair, ...names, '-keyout', file('key'), '-out', file('cert')], {
      stdio: 'ignore',
    });
    const [key, cert] = [readFileSync(file('key')), readFileSync(file('cert'))];
    rmSync(folder, { recursive: true });
    const server = createServer(
      { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        request.resume();
        response.end('ok');
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const defaultURL = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const outcomes = [];
    for (const httpsAgent of [
      new HttpsAgent({ ca: cert, key, cert }),
      new HttpsAgent({ ca: cert }),
      undefined,
    ]) {
      const delivery = await deliver({ defaultURL, ...(httpsAgent && { httpsAgent }) }, undefined, {
        retry: () => null,
      });
      outcomes.push([delivery.outcome, delivery.error?.name]);
    }
    expect(outcomes).toEqual([
      ['sent', undefined],
      ['failed', 'NetworkError'],
      ['failed', 'NetworkError'],
    ]);
    server.closeAllConnections();
    server.close();
  });
});

describe('a lookup of your own', () => {
  test('resolves the names of receivers', async () => {
    const server = createHttpServer((_request, response) => response.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asked: string[] = [];
    const delivery = await deliver({
      defaultURL: `http://hook.example:${(server.address() as AddressInfo).port}/`,
      lookup: (name, options, callback) => {
        asked.push(name);
        if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      },
    });
    expect([delivery.outcome, asked]).toEqual(['sent', ['hook.example']]);
    server.closeAllConnections();
    server.close();
  });
});
