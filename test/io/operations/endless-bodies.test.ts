import { connect } from 'node:net';
import { IsString } from 'class-validator';
import { bearerAuth, formBody, operation, response } from '../../../src/index.js';
import { FRAMEWORKS, serve } from './servers.js';

class Note {
  @IsString() text!: string;
}

const staff = bearerAuth('staff', { verify: () => undefined });
const definition = { method: 'POST', body: Note, responses: { 204: response('Taken') } } as const;
const OPERATIONS = [
  operation({ ...definition, path: '/notes' }, () => undefined),
  operation({ ...definition, path: '/forms', body: formBody(Note) }, () => undefined),
  operation({ ...definition, path: '/staff', security: [staff] }, () => undefined),
];
const CHUNK = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);

/** Sends a body that never ends, for ten seconds at most. */
function sendEndlessly(
  origin: string,
  path: string,
  type: string,
): Promise<{ status: number; closedAfter: number }> {
  return new Promise((resolve) => {
    const began = Date.now();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let head = '';
    const write = (): void => {
      while (!socket.destroyed && socket.write(CHUNK));
    };
    const stop = setTimeout(() => socket.destroy(), 10_000);
    socket.on('data', (data: Buffer) => (head += data.toString()));
    socket.on('drain', write).on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(stop);
      resolve({ status: Number(head.split(' ')[1]), closedAfter: Date.now() - began });
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    write();
  });
}

// A parser of the application's own reads, or does not, as it likes.
const UNPARSED = FRAMEWORKS.filter((framework) => !framework.includes('parsers'));

describe.each(UNPARSED)('%s', (framework) => {
  it('answers endless bodies, and closes their connections', async () => {
    const { origin, close } = await serve(framework, OPERATIONS);
    const sent = await Promise.all([
      sendEndlessly(origin, '/notes', 'application/json'),
      // All of it is in no part.
      sendEndlessly(origin, '/forms', 'multipart/form-data; boundary=XX'),
      sendEndlessly(origin, '/notes', 'text/plain'),
      sendEndlessly(origin, '/staff', 'application/json'),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([413, 413, 415, 401]);
    expect(Math.max(...sent.map(({ closedAfter }) => closedAfter))).toBeLessThan(9_000);
    await close();
  });
});
