import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { IsString } from 'class-validator';
import { apiKeyAuth, bearerAuth, cookieAuth, operation, response, sameSecret } from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// Credentials that a client's library would not send, and one verdict about each in every framework: the handler never runs.

class Note {
  @IsString() text!: string;
}

let ran = 0;
let verifying = 0;
const bearer = bearerAuth('staff', { verify: (token) => sameSecret(token, 'right') && { name: 'Ada' } });
const key = apiKeyAuth('device', 'X-Key', { verify: (given) => sameSecret(given, 'right') });
const cookie = cookieAuth('session', 'sid', { verify: (given) => sameSecret(given, 'right') });
const query = {
  name: 'link',
  type: 'apiKey',
  in: 'query',
  paramName: 'key',
  verify: (given: string) => sameSecret(given, 'right'),
} as const;
const broken = bearerAuth('broken', {
  verify: () => {
    throw new Error('no database');
  },
});
const slow = bearerAuth('slow', {
  verify: async () => {
    verifying += 1;
    await pause(150);
    return true;
  },
});

const note = { body: Note, responses: { 200: response('The note', Note) } };
const keep = ({ body }: { readonly body: Note }): Note => {
  ran += 1;
  return body;
};
const OPERATIONS = [
  operation({ method: 'POST', path: '/bearer', security: [bearer], ...note }, keep),
  operation({ method: 'POST', path: '/key', security: [key], ...note }, keep),
  operation({ method: 'POST', path: '/cookie', security: [cookie], ...note }, keep),
  operation({ method: 'POST', path: '/query', security: [query], ...note }, keep),
  operation({ method: 'POST', path: '/both', security: [[bearer, key]], ...note }, keep),
  operation({ method: 'POST', path: '/broken', security: [broken], ...note }, keep),
  operation({ method: 'POST', path: '/slow', security: [slow], ...note }, keep),
];

const BODY = JSON.stringify({ text: 'x' });

/** The head of a request, as it is. */
function headOf(path: string, headers: readonly string[], length = BODY.length): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
  ];
  return [...lines, `Content-Length: ${length}`, ...headers, '', ''].join('\r\n');
}

async function send(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const WRONG: readonly (readonly [string, readonly string[]])[] = [
  ['/bearer', []],
  ['/bearer', ['Authorization: Bearer wrong']],
  ['/bearer', ['Authorization: bearer RIGHT']],
  ['/bearer', ['Authorization: Bearer']],
  ['/bearer', ['Authorization: Basic right']],
  ['/bearer', ['Authorization: right']],
  ['/bearer', ['Authorization: Bearer right', 'Authorization: Bearer wrong']],
  ['/bearer', ['Authorization: Bearer wrong', 'Authorization: Bearer right']],
  ['/bearer', ['Authorization: Bearer right', 'AUTHORIZATION: Bearer right']],
  ['/bearer', ['Authorization: Bearer right, Bearer right']],
  ['/bearer', ['X-Authorization: Bearer right', 'Proxy-Authorization: Bearer right']],
  ['/bearer?authorization=Bearer%20right', []],
  ['/bearer?access_token=right', []],
  ['/key', []],
  ['/key', ['X-Key: right', 'X-Key: right']],
  ['/key', ['X-Key: RIGHT']],
  ['/key', ['Key: right']],
  ['/cookie', ['Cookie: sid=right; sid=right']],
  ['/cookie', ['Cookie: sid=right', 'Cookie: sid=wrong']],
  ['/cookie', ['Cookie: SID=right']],
  ['/cookie', ['Set-Cookie: sid=right']],
  ['/query', []],
  ['/query??key=right', []],
  ['/query?key=right&%6bey=right', []],
  ['/query?key[]=right', []],
  ['/query#?key=right', []],
  ['/both', ['Authorization: Bearer right']],
  ['/both', ['X-Key: right']],
  ['/both', ['Authorization: Bearer wrong', 'X-Key: right']],
];

/** Requests that the page of another site has sent, to which the browser has added the cookie. */
const ELSEWHERE: readonly (readonly string[])[] = [
  ['Cookie: sid=right', 'Sec-Fetch-Site: cross-site'],
  ['Cookie: sid=right', 'Sec-Fetch-Site: same-site', 'Origin: http://localhost:81'],
  ['Cookie: sid=right', 'SEC-FETCH-SITE: cross-site'],
  ['Cookie: sid=right', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
  ['Cookie: sid=right', 'Origin: http://evil.example'],
  ['Cookie: sid=right', 'Origin: null'],
  ['Cookie: sid=right', 'Origin: http://localhost', 'Origin: http://evil.example'],
  ['Cookie: sid=right', 'Referer: http://evil.example/'],
];

const RIGHT: readonly (readonly [string, readonly string[]])[] = [
  ['/bearer', ['Authorization: Bearer right']],
  ['/bearer', ['AUTHORIZATION: bearer right']],
  ['/key', ['x-key: right']],
  ['/cookie', ['Cookie: a=b; sid=right']],
  ['/cookie', ['Cookie: sid=right', 'Sec-Fetch-Site: same-origin', 'Origin: http://localhost']],
  ['/cookie', ['Cookie: sid=right', 'Origin: http://localhost']],
  ['/bearer', ['Authorization: Bearer right', 'Sec-Fetch-Site: cross-site', 'Origin: http://evil.example']],
  ['/query?%6bey=righ%74', []],
  ['/both', ['Authorization: Bearer right', 'X-Key: right']],
];

describe.each(FRAMEWORKS)('%s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    ran = 0;
  });

  it.each(WRONG)('answers 401 at %s to %j', async (path, headers) => {
    const answer = await send(served.origin, headOf(path, headers) + BODY);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/\r\nwww-authenticate: (Bearer|ApiKey) realm="/i);
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json/i);
    expect(answer).not.toMatch(/right|wrong/i);
    expect(ran).toBe(0);
  });

  it.each(ELSEWHERE)('answers 403 to a page of another site, with %s, %s', async (...headers) => {
    const answer = await send(served.origin, headOf('/cookie', headers) + BODY);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json/i);
    expect(ran).toBe(0);
  });

  it.each(RIGHT)('runs at %s for %j', async (path, headers) => {
    expect(await send(served.origin, headOf(path, headers) + BODY)).toMatch(/^HTTP\/1\.1 200 /);
    expect(ran).toBe(1);
  });

  it('passes errors of verify to the framework', async () => {
    const answer = await send(served.origin, headOf('/broken', ['Authorization: Bearer right']) + BODY);
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('right');
    expect(ran).toBe(0);
  });

  it('does not run for a client that left while verify ran', async () => {
    verifying = 0;
    const { hostname, port } = new URL(served.origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(headOf('/slow', ['Authorization: Bearer right']) + BODY);
    while (verifying === 0) await pause(5);
    socket.destroy();
    await pause(300);
    expect([verifying, ran]).toEqual([1, 0]);
  });
});

const OWN_PARSER = 'Express 5, behind its parsers';

it.each(FRAMEWORKS.filter((framework) => framework !== OWN_PARSER))(
  '%s answers before the body has come',
  async (framework) => {
    const served = await serve(framework, OPERATIONS);
    const { hostname, port } = new URL(served.origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(headOf('/bearer', [], 1_000_000) + BODY);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
    await served.close();
  },
);
