import axios from 'axios';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import { inspect } from 'node:util';
import { Message, WebhookChannel } from '../../../../src/webhooks/messages/index.js';
import { deliver } from '../../../support/webhooks/deliver.js';
import { answer, startReceiver } from '../../../support/webhooks/hostile-receiver.js';

describe('axios stays the client that users configure', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const message = (): Message => new Message().setJSON({ id: 1 });

  test('applies interceptors, default headers and agents of the instance, with the same bytes and signature', async () => {
    const agent = new http.Agent({ keepAlive: true });
    const instance = axios.create({ headers: { 'X-Default': 'd' }, httpAgent: agent });
    const seen: unknown[] = [];
    instance.interceptors.request.use(async (config) => {
      await Promise.resolve();
      config.headers.set('X-Token', 'fresh');
      config.headers.set('X-Signature', 'forged');
      return config;
    });
    instance.interceptors.response.use((response) => {
      seen.push(response.status);
      return response;
    });
    const { outcome } = await deliver(
      { axios: instance, defaultURL: receiver.url, blockPrivateNetworks: false, signingSecret: 's' },
      message(),
    );
    const [request] = receiver.requests;
    expect(outcome).toBe('sent');
    expect(request!.body.toString()).toBe('{"id":1}');
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-default': 'd',
      'x-token': 'fresh',
      'x-signature': `sha256=${createHmac('sha256', 's').update('{"id":1}').digest('hex')}`,
    });
    expect(seen).toEqual([204]);
    expect(Object.keys(agent.freeSockets)).toHaveLength(1);
    agent.destroy();
  });

  test.each<[string, Parameters<ReturnType<typeof axios.create>['interceptors']['request']['use']>[0]]>([
    ['URL', (config) => ({ ...config, url: 'http://127.0.0.1:1/other' })],
    ['method', (config) => ({ ...config, method: 'put' })],
    ['body', (config) => ({ ...config, data: 'other' })],
  ])('an interceptor that changes the %s fails the attempt before anything is sent', async (_, change) => {
    const instance = axios.create();
    instance.interceptors.request.use(change);
    const { outcome, error } = await deliver(
      { axios: instance, defaultURL: receiver.url, blockPrivateNetworks: false },
      message(),
    );
    expect(outcome).toBe('failed');
    expect(error?.message).toContain('AXIOS_CHANGED_REQUEST');
    expect(receiver.requests).toEqual([]);
  });

  test('an interceptor that throws fails the attempt, and its error text is not shown', async () => {
    const instance = axios.create();
    instance.interceptors.request.use((config) => {
      throw new axios.AxiosError('secret', 'E', config);
    });
    const { error } = await deliver(
      { axios: instance, defaultURL: receiver.url, blockPrivateNetworks: false, signingSecret: 'secret' },
      message(),
    );
    expect(error?.message).toContain('AXIOS_INTERCEPTOR_FAILED');
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret');
  });

  test('the status line decides, whatever response interceptors throw or repeat', async () => {
    await receiver.close();
    receiver = await startReceiver(answer('500 Broken'));
    const instance = axios.create();
    instance.interceptors.response.use(async (response) => {
      await instance.request(response.config);
      throw new Error('late');
    });
    const { outcome, attempts } = await deliver(
      { axios: instance, defaultURL: receiver.url, blockPrivateNetworks: false },
      message(),
    );
    expect(outcome).toBe('failed');
    expect(receiver.requests).toHaveLength(attempts);
  });

  test('the deadline includes the time of interceptors, and no request is sent after it', async () => {
    const instance = axios.create();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    instance.interceptors.request.use(async (config) => {
      await gate;
      return config;
    });
    const { error } = await deliver(
      { axios: instance, defaultURL: receiver.url, blockPrivateNetworks: false, timeout: 50 },
      message(),
    );
    go();
    expect(error?.name).toBe('TimeoutError');
    // A late request would arrive before this one.
    await deliver({ defaultURL: receiver.url }, new Message().setJSON('another'));
    expect(receiver.requests.map(({ body }) => body.toString())).toEqual(['"another"']);
  });

  test('blocks private addresses through the instance, too', async () => {
    const { error } = await deliver(
      {
        axios: axios.create(),
        defaultURL: `http://localhost:${new URL(receiver.url).port}`,
        blockPrivateNetworks: true,
      },
      message(),
    );
    expect(error?.name).toBe('BlockedAddressError');
    expect(receiver.requests).toEqual([]);
  });

  test.each([
    [{ axios: axios.create({ proxy: { host: 'proxy', port: 1 } }) }, 'proxy of the axios instance'],
    [
      { axios: axios.create(), proxyFromEnvironment: true, blockPrivateNetworks: false },
      'exclude each other',
    ],
    [{ axios: {} as never }, 'needs an instance'],
  ])('%#: rejects unsupported options at once', (options, message_) => {
    expect(() => new WebhookChannel(options)).toThrow(message_);
  });
});
