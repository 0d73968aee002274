import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A request as it came off the socket: nothing was parsed that a signature could depend on. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Header lines as written, in order. */
  readonly lines: readonly string[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What to do about a request. `index` counts from 0 over all connections. */
export type Behaviour = (socket: Socket, request: ReceivedRequest, index: number) => void;

export interface HostileReceiver {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were opened. */
  readonly connections: number;
  /** How many bytes arrived over all connections. */
  readonly bytes: number;
  close(): Promise<void>;
}

/** Answers politely and keeps the connection. */
export const answer =
  (status: string, headers: readonly string[] = [], body = ''): Behaviour =>
  (socket) => {
    const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  };

/** A receiver on a raw socket: it reads requests whole and then does what the behaviour says. */
export async function startReceiver(
  behave: Behaviour = answer('204 No Content'),
  host = '127.0.0.1',
): Promise<HostileReceiver> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.unref(); // a test that fails before it closes the receiver must still end
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => (bytes += chunk.length));
    readRequests(socket, (request) => {
      requests.push(request);
      behave(socket, request, requests.length - 1);
    });
  });
  server.listen(0, host);
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get bytes() {
      return bytes;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function readRequests(socket: Socket, take: (request: ReceivedRequest) => void): void {
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [start = '', ...lines] = buffered.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      );
      const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
      if (buffered.length < bodyEnd) return;
      const [method = '', path = ''] = start.split(' ');
      const body = Buffer.from(buffered.subarray(end + 4, bodyEnd));
      buffered = buffered.subarray(bodyEnd);
      take({ method, path, lines, headers, body });
    }
  });
}
