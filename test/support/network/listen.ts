import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of the loopback. */
export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  return listening(createServer(listener).listen(0, '127.0.0.1'));
}

export async function listening(server: Server): Promise<Listening> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
