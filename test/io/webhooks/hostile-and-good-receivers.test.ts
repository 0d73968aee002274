import { MISBEHAVIOURS } from '../../support/webhooks/hostile-receiver-behaviours.js';
import { describeInNamespace, runInNamespace } from '../../support/network/namespace.js';

/**
 * Sends four messages to each of fifty hostile receivers, and beside them 120 to good ones. Prints for each receiver how
 * the deliveries ended.
 */
const PROGRAM = `
  import { fork } from 'node:child_process';
  import { createServer } from 'node:net';
  import { once } from 'node:events';
  import { MISBEHAVIOURS, REDIRECTS } from './webhooks/hostile-receiver-behaviours.js';
  import { answer, startReceiver } from './webhooks/hostile-receiver.js';
  import { startNameServer } from './network/name-server.js';
  import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';

  async function listen(take, port = 0, host = '0.0.0.0') {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      take(socket);
    }).listen(port, host);
    await once(server, 'listening');
    server.unref();
    return server.address().port;
  }
  const OK = 'HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n';
  /** A flood that never ends, as fast as it is read. */
  const pour = (socket, text) => {
    const block = text.repeat(1_000);
    const more = () => { while (!socket.destroyed && socket.write(block)); };
    socket.on('drain', more);
    more();
  };
  const SOCKETS = {
    'answers before it is asked': (socket) => socket.write(OK),
    'answers before the body': (socket) => socket.once('data', () => { socket.pause(); socket.write(OK); }),
    'refuses before the body, and closes': (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 413 Content Too Large\\r\\nConnection: close\\r\\n\\r\\n')),
    'reads nothing': (socket) => socket.pause(),
    'floods with 100': (socket) => socket.once('data', () => pour(socket, 'HTTP/1.1 100 Continue\\r\\n\\r\\n')),
    'floods with 103': (socket) => socket.once('data', () => pour(socket, 'HTTP/1.1 103 Early Hints\\r\\n\\r\\n')),
    'floods with headers': (socket) =>
      socket.once('data', () => { socket.write('HTTP/1.1 200 OK\\r\\n'); pour(socket, 'X-More: yes\\r\\n'); }),
    'floods with trailers': (socket) =>
      socket.once('data', () => { socket.write('HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n'); pour(socket, 'X-More: yes\\r\\n'); }),
    'speaks HTTP/1.0': (socket) => socket.once('data', () => socket.end('HTTP/1.0 200 OK\\r\\n\\r\\nok')),
  };
  const TLS = {
    'speaks no TLS': (socket) => socket.end('HTTP/1.1 400 Bad Request\\r\\n\\r\\n'),
    'resets in the handshake': (socket) => socket.once('data', () => socket.resetAndDestroy()),
    'hangs in the handshake': () => undefined,
    'begins a handshake without end': (socket) =>
      socket.once('data', () => socket.write(Buffer.from([0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc, 3, 3]))),
  };
  const NAMES = {
    'has a name whose server is silent': 'silent.test',
    'has a name that is rebound': 'rebound.test',
    'has a name of a private address': 'private.test',
  };

  /** In a process of their own, as their floods take all the time that they get. Prints the name of each by its URL. */
  async function serve() {
    const urls = {};
    const host = 'http://198.20.0.1:';
    const receive = async (name, behave) =>
      (urls[host + (await startReceiver(behave, '0.0.0.0')).port + '/'] = name);
    for (const { name, behave } of MISBEHAVIOURS) if (name !== 'fails once') await receive(name, behave);
    for (const status of REDIRECTS) await receive('redirects', answer(status + ' Moved', ['Location: http://127.0.0.1/']));
    for (const [name, take] of Object.entries(SOCKETS)) urls[host + (await listen(take)) + '/'] = name;
    for (const [name, take] of Object.entries(TLS)) urls['https://198.20.0.1:' + (await listen(take)) + '/'] = name;
    for (const [name, domain] of Object.entries(NAMES)) urls['http://' + domain + '/'] = name;
    process.send(urls);
    process.on('disconnect', () => process.exit());
    setInterval(() => undefined, 1_000);
  }

  async function main() {
    let loopback = 0;
    await listen(() => (loopback += 1), 80, '127.0.0.1');
    await listen((socket) => socket.destroy(), 80, '198.20.0.9');
    await startNameServer((name, count) => {
      if (name.startsWith('silent')) return 'silence';
      const isPublic = name.startsWith('rebound') && count % 2 === 1;
      return { address: isPublic ? '198.20.0.9' : '127.0.0.1' };
    });
    const child = fork(process.argv[1], ['serve']);
    const [hostile] = await once(child, 'message');
    const good = [];
    for (let n = 0; n < 10; n += 1)
      good.push('http://198.20.0.1:' + (await startReceiver(answer('200 OK'), '0.0.0.0')).port + '/');

    const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel({ timeout: 20_000 }));
    const large = { text: 'x'.repeat(900_000) };
    const notification = {
      via: () => ['webhook'],
      toWebhook: (url) => new Message().setURL(url).setJSON(/the body|nothing/.test(hostile[url]) ? large : 1),
    };
    const before = process.memoryUsage().rss;
    let peak = 0;
    setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20).unref();
    let timeouts = 0;
    notifier.on('failed', ({ error }) => (timeouts += error.name === 'TimeoutError' ? 1 : 0));
    const everyone = Object.keys(hostile).flatMap((url) => [url, url, url, url]);
    const sending = notifier.send(everyone, notification);
    const beside = await notifier.send(Array.from({ length: 120 }, (_, n) => good[n % good.length]), notification);
    const timeoutsBefore = timeouts;
    const { deliveries } = await sending;
    const ends = {};
    for (const [index, { outcome, error }] of deliveries.entries())
      (ends[hostile[everyone[index]]] ??= new Set()).add(error?.name ?? outcome);
    console.log(JSON.stringify({
      good: beside.deliveries.filter(({ outcome }) => outcome === 'sent').length,
      timeoutsBefore,
      loopback,
      megabytes: Math.round((peak - before) / 2 ** 20),
      ends: Object.fromEntries(Object.entries(ends).map(([name, all]) => [name, [...all].sort().join(' or ')])),
    }));
    child.disconnect();
    process.exit();
  }
  void (process.argv[2] === 'serve' ? serve() : main());
`;

/** How the deliveries to a receiver end, by its name. */
const ENDS = {
  ...Object.fromEntries(
    MISBEHAVIOURS.filter(({ name }) => name !== 'fails once').map(({ name, error, outcome }) => [
      name,
      error ?? outcome,
    ]),
  ),
  'answers 1xx for ever': 'NetworkError',
  redirects: 'StatusError',
  // What was sent ahead may be taken for the answer to a later request of the connection, or the request may wait.
  'answers before it is asked': expect.stringMatching(/^(sent|TimeoutError|TimeoutError or sent)$/) as string,
  'answers before the body': expect.stringMatching(/^(sent|TimeoutError or sent)$/) as string,
  'refuses before the body, and closes': expect.stringMatching(/StatusError|NetworkError/) as string,
  'reads nothing': 'TimeoutError',
  'floods with 100': 'NetworkError',
  'floods with 103': 'NetworkError',
  'floods with headers': 'NetworkError',
  'floods with trailers': 'sent',
  'speaks HTTP/1.0': 'sent',
  'speaks no TLS': 'NetworkError',
  'resets in the handshake': 'NetworkError',
  'hangs in the handshake': 'TimeoutError',
  'begins a handshake without end': 'TimeoutError',
  'has a name whose server is silent': 'TimeoutError',
  'has a name that is rebound': expect.stringMatching(/^(NetworkError|BlockedAddressError)/) as string,
  'has a name of a private address': 'BlockedAddressError',
};

describeInNamespace('among fifty hostile receivers', () => {
  test('delivers everything to good receivers before any attempt times out, and ends every delivery', async () => {
    const { code, stdout, stderr } = await runInNamespace(PROGRAM, { timeout: 150_000 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout) as { megabytes: number };
    expect(result).toMatchObject({ good: 120, timeoutsBefore: 0, loopback: 0, ends: ENDS });
    expect(result.megabytes).toBeLessThan(250);
  }, 180_000);
});
