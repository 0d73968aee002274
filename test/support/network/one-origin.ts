import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Listening } from './listen.js';

/** One address for one server after another. */
export interface OneOrigin extends Listening {
  /** Leads the address to the server from now on, and gives the server as seen there. */
  lead(server: Listening): Listening;
}

/**
 * A browser compiles a script once for each address that it comes from: with the viewer's 3.5 MB, that is half the work
 * of a page. Bytes are passed on as they are, so that the server sees what it would have seen.
 */
export async function oneOrigin(): Promise<OneOrigin> {
  let port: number | undefined;
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    // What is left over from the server before gets no answer from this one.
    const inner = connect(port ?? 0, '127.0.0.1');
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => (sockets.delete(from), to.destroy()));
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin,
    lead: (server) => {
      hangUp();
      port = Number(new URL(server.origin).port);
      return { origin, close: () => server.close() };
    },
    close: () =>
      new Promise((resolve) => {
        front.close(() => {
          resolve();
        });
        hangUp();
      }),
  };
}
