import { once } from 'node:events';
import { Agent as HttpAgent, createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Agent, MockAgent, ProxyAgent } from 'undici';
import { Message, WebhookChannel } from '../../../../src/webhooks/messages/index.js';
import { deliver } from '../../../support/webhooks/deliver.js';
import { answer, startReceiver, type HostileReceiver } from '../../../support/webhooks/hostile-receiver.js';

const SECRET = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`;

describe('a dispatcher of the application', () => {
  let receiver: HostileReceiver;
  beforeEach(async () => {
    receiver = await startReceiver(answer('200 OK', [], 'fine'));
  });
  afterEach(() => receiver.close());
  const options = () => ({
    defaultURL: receiver.url,
    blockPrivateNetworks: false,
    standardWebhooks: { secrets: [SECRET] },
  });

  test('may be a proxy', async () => {
    const tunnels: string[] = [];
    const proxy: Server = createServer().on('connect', (request, socket: Socket) => {
      tunnels.push(request.url ?? '');
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: true });
    const delivery = await deliver({ ...options(), dispatcher });
    expect(delivery).toMatchObject({ outcome: 'sent', response: { status: 200 } });
    expect(delivery.response!.text()).toBe('fine');
    expect(tunnels).toEqual([new URL(receiver.url).host]);
    expect(receiver.requests[0]).toMatchObject({ headers: { 'webhook-id': delivery.messageId } });
    await dispatcher.close();
    proxy.close();
  });

  test('may have interceptors, and keeps deadline and limit of the response', async () => {
    const paths: unknown[] = [];
    const dispatcher = new Agent().compose((dispatch) => (request, handler) => {
      paths.push(request.path);
      return dispatch(request, handler);
    });
    expect(await deliver({ ...options(), dispatcher })).toMatchObject({ outcome: 'sent' });
    expect(paths).toEqual(['/hook']);
    await receiver.close();
    receiver = await startReceiver(() => undefined);
    const late = await deliver({ ...options(), dispatcher, timeout: 50 });
    expect(late).toMatchObject({ outcome: 'failed', attempts: 3, error: { name: 'TimeoutError' } });
    await dispatcher.destroy();
  });

  test('may be a mock', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher.get('https://hook.example').intercept({ path: '/a', method: 'POST' }).reply(202, 'taken');
    const channel = { ...options(), defaultURL: 'https://hook.example/a', dispatcher };
    const delivery = await deliver(channel);
    expect(delivery).toMatchObject({ outcome: 'sent', response: { status: 202 } });
    await dispatcher.close();
  });

  test('needs blockPrivateNetworks: false, and dispatch()', () => {
    const dispatcher = new Agent();
    expect(() => new WebhookChannel({ dispatcher })).toThrow(/blockPrivateNetworks: false/);
    expect(() => new WebhookChannel({ dispatcher: {} as Agent })).toThrow(/dispatcher .* needs a dispatcher/);
  });

  test('an endpoint with tls is refused, since the dispatcher connects', async () => {
    const endpoint = { id: 'e', url: 'https://a.example/', secrets: [SECRET], tls: {} };
    const channel = { endpoints: () => endpoint, blockPrivateNetworks: false, dispatcher: new Agent() };
    const delivery = await deliver(channel, new Message().setJSON(1));
    expect(delivery).toMatchObject({ outcome: 'failed', error: { code: 'ERR_WEBHOOK_INVALID_ENDPOINT' } });
  });
});

test('a 100 Continue that was not asked for is named', async () => {
  const receiver = await startReceiver((socket, request, index) => {
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    answer('200 OK')(socket, request, index);
  });
  const { error } = await deliver({ defaultURL: receiver.url }, undefined, { retry: () => null });
  expect(error).toMatchObject({ name: 'NetworkError', reason: 'UNASKED_100_CONTINUE' });
  expect(error?.message).toContain('The receiver sent "100 Continue" without being asked');
  const httpAgent = new HttpAgent({ keepAlive: true });
  expect(await deliver({ defaultURL: receiver.url, httpAgent })).toMatchObject({ outcome: 'sent' });
  httpAgent.destroy();
  await receiver.close();
});

test.each([
  ['no HTTP', '\x16\x03\x01\x00 hello\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['the status 0', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['an upgrade that was not asked for', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
])('a response with %s is named', async (_, text) => {
  const receiver = await startReceiver((socket) => void socket.write(text));
  const { error } = await deliver({ defaultURL: receiver.url }, undefined, { retry: () => null });
  expect(error).toMatchObject({ name: 'NetworkError', reason: 'INVALID_HTTP_RESPONSE' });
  expect(error?.message).toContain('Check scheme and port of the URL');
  await receiver.close();
});
