import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { RAW_BODY_RECEIVERS } from '../../../support/webhooks/raw-body-receivers.js';

const post = (framing: string, body: string): string =>
  `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\n${framing}\r\n\r\n${body}`;
const long = 'x'.repeat(200_000);
const small = post('content-length: 5', 'small');

/** Writes one request after the other on a connection, each when the one before is answered. */
async function statusesOf(port: number, requests: readonly string[]): Promise<number[]> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const statuses: number[] = [];
  for (const request of requests) {
    socket.write(request);
    const data = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
    statuses.push(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data[0]))?.[1]));
  }
  socket.destroy();
  return statuses;
}

describe.each(Object.entries(RAW_BODY_RECEIVERS))('%s', (_, start) => {
  test.each([
    ['with a length', post(`content-length: ${long.length}`, long)],
    ['in chunks', post('transfer-encoding: chunked', `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`)],
  ])('serves the connection after a body too long, %s', async (_name, request) => {
    const server = await start(1024, () => ({ fine: true }));
    const { port } = server.address() as AddressInfo;
    expect(await statusesOf(port, [request, small])).toEqual([413, 200]);
    server.close();
    server.closeAllConnections();
  });
});
