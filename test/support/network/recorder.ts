import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Keeps the bytes of the requests that pass through it. */
export async function startRecorder(
  port: number,
): Promise<{ readonly origin: string; readonly requests: Buffer[]; close(): void }> {
  const requests: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (chunk) => requests.push(chunk)).pipe(upstream);
    upstream.pipe(client);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}
