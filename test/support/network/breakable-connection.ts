import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What lies between a program and its store. */
export interface Cable {
  readonly port: number;
  /** `down` breaks connections off and refuses others, `silent` takes everything and answers nothing. */
  state: 'up' | 'down' | 'silent';
  /** Connections that the program has open. */
  readonly open: number;
  close(): Promise<void>;
}

/**
 * @param onData is told of what the program writes, before it is passed on; what it changes the state to holds for that, and
 *   bytes that it returns are an answer of the store
 */
export async function layCable(to: number, onData?: (data: Buffer, cable: Cable) => unknown): Promise<Cable> {
  const sockets = new Set<Socket>();
  let state: Cable['state'] = 'up';
  const server = createServer((near) => {
    if (state === 'down') {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    sockets.add(near);
    near.on('data', (data: Buffer) => {
      const reply = state === 'up' ? onData?.(data, cable) : undefined;
      if (reply instanceof Uint8Array) near.write(reply);
      if (state === 'up') far.write(data);
    });
    far.on('data', (data: Buffer) => {
      if (state === 'up') near.write(data);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(near);
        near.destroy();
        far.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cable: Cable = {
    port: (server.address() as AddressInfo).port,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      if (next === 'down') for (const socket of sockets) socket.destroy();
    },
    get open() {
      return sockets.size;
    },
    close: async () => {
      cable.state = 'down';
      server.close();
      await once(server, 'close');
    },
  };
  return cable;
}
