import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { answer, type Behaviour } from './hostile-receiver.js';

/** A way to misbehave, and what has to come of it. */
export interface Misbehaviour {
  readonly name: string;
  readonly behave: Behaviour;
  readonly outcome: 'sent' | 'gone' | 'failed';
  /** Requests that reach the receiver, retries included. */
  readonly requests: number;
  /** True if only the channel's timeout ends an attempt. */
  readonly waits?: true;
  /** Name of the delivery's error class. */
  readonly error?: 'NetworkError' | 'TimeoutError' | 'StatusError';
}

const MIB = Buffer.alloc(1024 * 1024, 'x');

const write =
  (...parts: (string | Buffer)[]): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

const writeAndEnd =
  (...parts: (string | Buffer)[]): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

const writeAndReset =
  (text: string): Behaviour =>
  (socket) => {
    socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 5));
  };

/** Writes a first part at once, then the same few bytes for ever. */
const drip =
  (first: string, drop: string): Behaviour =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 10);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };

/** Writes as fast as the other side reads, for ever or until the count is reached. */
const flood =
  (head: string, count: number): Behaviour =>
  (socket) => {
    socket.write(head);
    let left = count;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(MIB)) {
          socket.once('drain', more);
          return;
        }
      }
    };
    more();
  };

const only =
  (index: number, first: Behaviour, then: Behaviour): Behaviour =>
  (socket, request, at) => {
    (at === index ? first : then)(socket, request, at);
  };

const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
const gzipped = (body: Buffer): string =>
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
const OK = 'HTTP/1.1 200 OK\r\n';
const resets: Behaviour = (socket: Socket) => socket.resetAndDestroy();

/** Before a status line: nothing says that it arrived, so it is tried again. */
const BEFORE: readonly Misbehaviour[] = [
  {
    name: 'resets before the headers',
    behave: resets,
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'closes without an answer',
    behave: writeAndEnd(),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'hangs',
    behave: write(),
    waits: true,
    outcome: 'failed',
    requests: 3,
    error: 'TimeoutError',
  },
  {
    name: 'drips headers',
    behave: drip(OK, 'X-Drip: 1\r\n'),
    waits: true,
    outcome: 'failed',
    requests: 3,
    error: 'TimeoutError',
  },
  {
    name: 'answers 1xx for ever',
    behave: drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    waits: true,
    outcome: 'failed',
    requests: 3,
    error: 'TimeoutError',
  },
  {
    name: 'answers 100 and closes',
    behave: writeAndEnd('HTTP/1.1 100 Continue\r\n\r\n'),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'switches protocols unasked',
    behave: write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'speaks no HTTP',
    behave: writeAndEnd('SSH-2.0-OpenSSH_9.6\r\n'),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'sends 50 MB of headers',
    behave: flood(`${OK}X-Long: `, 50),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'frames in two ways',
    behave: write(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok`),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  {
    name: 'contradicts itself about the length',
    behave: write(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    outcome: 'failed',
    requests: 3,
    error: 'NetworkError',
  },
  { name: 'fails once', behave: only(0, resets, answer('200 OK')), outcome: 'sent', requests: 2 },
];

/** After a 2xx: it arrived, whatever else happens, and once is enough. */
const AFTER: readonly Misbehaviour[] = [
  {
    name: 'resets after the headers',
    behave: writeAndReset(`${OK}Content-Length: 10\r\n\r\n`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'drops in the middle of the body',
    behave: writeAndReset(`${OK}Content-Length: 10\r\n\r\nhalf`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'promises more than it sends',
    behave: writeAndEnd(`${OK}Content-Length: 10\r\n\r\nok`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'sends more than it promised',
    behave: write(`${OK}Content-Length: 2\r\n\r\nok and more`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'never sends the promised body',
    behave: write(`${OK}Content-Length: 10\r\n\r\n`),
    waits: true,
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'drips a body for ever',
    behave: drip(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
    waits: true,
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'breaks the chunks',
    behave: write(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'sends 50 MB',
    behave: flood(`${OK}Content-Length: ${50 * MIB.length}\r\n\r\n`, 50),
    outcome: 'sent',
    requests: 1,
  },
  { name: 'sends without end', behave: flood(`${OK}\r\n`, Infinity), outcome: 'sent', requests: 1 },
  { name: 'sends a gzip bomb', behave: write(gzipped(bomb), bomb), outcome: 'sent', requests: 1 },
  {
    name: 'sends broken gzip',
    behave: write(gzipped(Buffer.from('not gzip')), 'not gzip'),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'answers 1xx first',
    behave: write('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n', `${OK}Content-Length: 0\r\n\r\n`),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'answers twice',
    behave: write(`${OK}Content-Length: 0\r\n\r\n`, 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'answers 204 with a body',
    behave: write('HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody'),
    outcome: 'sent',
    requests: 1,
  },
  {
    name: 'lies about the type',
    behave: write(`${OK}Content-Type: application/json\r\nContent-Length: 4\r\n\r\n{"a"`),
    outcome: 'sent',
    requests: 1,
  },
];

/** A status that is not 2xx decides as well, whatever the body does. */
const REFUSED: readonly Misbehaviour[] = [
  {
    name: 'fails and drips a body',
    behave: drip('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    waits: true,
    outcome: 'failed',
    requests: 3,
    error: 'StatusError',
  },
  {
    name: 'fails with 50 MB',
    behave: flood('HTTP/1.1 500 No\r\n\r\n', 50),
    outcome: 'failed',
    requests: 3,
    error: 'StatusError',
  },
  {
    name: 'is gone, dropping the body',
    behave: writeAndReset('HTTP/1.1 410 Gone\r\nContent-Length: 9\r\n\r\nx'),
    outcome: 'gone',
    requests: 1,
    error: 'StatusError',
  },
  { name: 'answers 999', behave: answer('999 What'), outcome: 'failed', requests: 3, error: 'StatusError' },
];

export const MISBEHAVIOURS: readonly Misbehaviour[] = [...BEFORE, ...AFTER, ...REFUSED];

/** Statuses that other clients follow: with a GET, or with body and signature to another host. */
export const REDIRECTS = [301, 302, 303, 307, 308];
