import type { Duplex } from 'node:stream';

/** Connections that are kept for a later request, over all origins: the ones that were used least lately are closed. */
export class IdleSockets {
  /** In the order in which they fell idle. */
  readonly #sockets = new Set<Duplex>();

  constructor(readonly limit: number) {}

  /** Whether the socket may be kept. */
  add(socket: Duplex): boolean {
    if (this.limit < 1) return false;
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (oldest && this.#sockets.size > this.limit) {
      this.#sockets.delete(oldest);
      oldest.destroy();
    }
    return true;
  }

  /** It is in use again, or closed. */
  delete(socket: Duplex): void {
    this.#sockets.delete(socket);
  }
}
