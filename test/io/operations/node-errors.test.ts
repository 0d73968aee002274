import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { IsInt } from 'class-validator';
import { nodeOperations } from '../../../src/adapters/node.js';
import { ConfigError, Docs, jsonLines, operation, response } from '../../../src/index.js';
import { listening, type Listening } from '../../support/network/listen.js';
import { nextVideo, UPLOADS } from './uploads.js';

class Line {
  @IsInt() id!: number;
}

const responses = { 200: response('Never', Line) };
const OPERATIONS = [
  operation({ method: 'GET', path: '/throws', responses }, () => {
    throw new Error('password is hunter2');
  }),
  operation({ method: 'GET', path: '/throws-nothing', responses }, () => {
    // oxlint-disable-next-line typescript/only-throw-error -- applications do
    throw undefined;
  }),
  operation({ method: 'GET', path: '/wrong', responses }, () => ({ id: 'x' }) as never),
  operation(
    { method: 'GET', path: '/lines', responses: { 200: jsonLines('Two', Line) } },
    async function* () {
      yield await Promise.resolve({ id: 1 });
      throw new Error('in a stream');
    },
  ),
  operation({ method: 'GET', path: '/fine', responses }, () => ({ id: 1 })),
  ...UPLOADS,
];

const docs = (): Docs => new Docs({ info: { title: 'Errors', version: '1' } });
const onError = jest.fn<unknown, [unknown, IncomingMessage]>();
let served: Listening;
beforeEach(async () => {
  onError.mockReset();
  const serve = nodeOperations(docs(), OPERATIONS, { onError, checkResponses: 'throw' });
  // The server that the documentation shows: nothing catches.
  const server = createServer((request, response) => {
    response.setHeader('content-language', 'en');
    void serve(request, response).then((found) => found || response.writeHead(404).end());
  });
  served = await listening(server.listen(0, '127.0.0.1'));
});
afterEach(() => served.close());

test('a framework that ignores promises of its middleware gets the error in next', async () => {
  const next = jest.fn();
  const serve = nodeOperations(docs(), OPERATIONS) as (...args: unknown[]) => Promise<boolean>;
  await expect(serve({ method: 'GET', url: '/fine', headers: {} }, {}, next)).resolves.toBe(true);
  expect(next.mock.calls).toEqual([[expect.any(ConfigError)]]);
});

test.each(['/throws', '/throws-nothing', '/wrong'])(
  'responds to %s with problem details that do not show the error',
  async (path) => {
    const answer = await fetch(served.origin + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(answer.headers.get('content-language')).toBeNull();
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'The request could not be handled.',
    });
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]![1].url).toBe(path);
  },
);

test('HEAD of an error has no body', async () => {
  const answer = await fetch(`${served.origin}/throws`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([500, '']);
});

test('a stream that throws ends its connection, and the server goes on', async () => {
  const answer = await fetch(`${served.origin}/lines`);
  await expect(answer.text()).rejects.toThrow();
  expect(onError.mock.calls[0]![0]).toMatchObject({ message: 'in a stream' });
  expect((await fetch(`${served.origin}/fine`)).status).toBe(200);
});

test('an onError that throws does not end the process', async () => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  onError.mockImplementation(() => {
    throw new Error('the logger is broken');
  });
  expect((await fetch(`${served.origin}/throws`)).status).toBe(500);
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});

test('does not report a client that disconnects', async () => {
  const { hostname, port } = new URL(served.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'POST /videos HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 9999\r\n\r\n' +
      '--XX\r\ncontent-disposition: form-data; name="title"\r\n\r\nBroken\r\n' +
      '--XX\r\ncontent-disposition: form-data; name="video"; filename="x"\r\n\r\nMP4',
  );
  await nextVideo('started');
  const ended = nextVideo('ended');
  socket.destroy();
  await Promise.all([ended, once(socket, 'close')]);
  expect((await fetch(`${served.origin}/fine`)).status).toBe(200);
  expect(onError).not.toHaveBeenCalled();
});

test('writes errors to stderr without onError', async () => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  const serve = nodeOperations(docs(), OPERATIONS);
  const other = await listening(
    createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1'),
  );
  await fetch(`${other.origin}/throws`);
  await other.close();
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'password is hunter2' }));
  log.mockRestore();
});

test('rejects an onError that is not a function', () => {
  expect(() => nodeOperations(docs(), [], { onError: 'log' as never })).toThrow(ConfigError);
});
