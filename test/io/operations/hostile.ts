import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

// What no client of good manners sends, over one socket.

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes, and reads until so many heads of answers have come; interim ones count. */
async function exchange(socket: Socket, text: string, heads: number): Promise<string> {
  socket.write(text);
  let read = '';
  const enough = (): boolean => (read.match(/HTTP\/1\.1 \d{3}/g) ?? []).length >= heads;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    read += String(chunk);
    if (enough()) break;
  }
  return read;
}

function statusesOf(read: string): number[] {
  return [...read.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

const after = 'GET /items/7 HTTP/1.1\r\nhost: x\r\n\r\n';
const post = (head: string, body: string): string =>
  `POST /orders HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${body}`;
const JSON_TYPE = 'content-type: application/json';

/** Refused requests, after which the connection serves the next one. */
export const REFUSED: readonly (readonly [name: string, request: string, status: number])[] = [
  ['a body too long', post(`${JSON_TYPE}\r\ncontent-length: 20000`, 'x'.repeat(20_000)), 413],
  [
    'a body too long, in chunks',
    post(`${JSON_TYPE}\r\ntransfer-encoding: chunked`, `4e20\r\n${'x'.repeat(20_000)}\r\n0\r\n\r\n`),
    413,
  ],
  ['another content type', post('content-type: text/plain\r\ncontent-length: 5', 'hello'), 415],
  ['broken JSON', post(`${JSON_TYPE}\r\ncontent-length: 1`, '{'), 400],
  ['a compressed body', post(`${JSON_TYPE}\r\ncontent-encoding: gzip\r\ncontent-length: 2`, 'ab'), 415],
];

/** The statuses of the answers to a request and to one after it on the same connection. */
export async function askTwice(origin: string, request: string, pause = 0): Promise<number[]> {
  const socket = await open(origin);
  const first = await exchange(socket, request, 1);
  // An answer may close the connection, if it says so.
  await delay(pause);
  const isOver = /\r\nconnection: close\r\n/i.test(first);
  const second = isOver ? '' : await exchange(socket, after, 1);
  socket.destroy();
  return statusesOf(first + second);
}

/** A file that is longer than its limit, all of which its client sends. */
export const LONG_FILE = `PUT /streams HTTP/1.1\r\nhost: x\r\ncontent-type: video/mp4\r\ncontent-length: 900000\r\n\r\n${'x'.repeat(900_000)}`;

/** A client that waits to be told that its body is wanted. */
export async function askToContinue(origin: string, body: string): Promise<number[]> {
  const socket = await open(origin);
  const head = post(`${JSON_TYPE}\r\nexpect: 100-continue\r\ncontent-length: ${body.length}`, '');
  const interim = await exchange(socket, head, 1);
  const answer = await exchange(socket, body, 1);
  socket.destroy();
  return statusesOf(interim + answer);
}

export async function head(origin: string, path: string): Promise<string> {
  const socket = await open(origin);
  const read = await exchange(socket, `HEAD ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 1);
  socket.destroy();
  return read;
}

/** Sends the start of a form and goes away. */
export async function leaveWithin(origin: string, path: string, start: string): Promise<void> {
  const socket = await open(origin);
  const text = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 9999\r\n\r\n${start}`;
  // The server reads what is written before it reads that the connection is closed.
  await new Promise((resolve) => socket.write(text, resolve));
  socket.destroy();
  await once(socket, 'close');
}

/** Asks for a target as it is written, and returns what came before the connection closed. */
export async function askFor(origin: string, target: string): Promise<string> {
  const socket = await open(origin);
  let read = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (read += chunk));
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  return read;
}
