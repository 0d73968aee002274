import { connect } from 'node:net';
import fc from 'fast-check';
import { byTurns, runs } from '../../fixtures/runs.js';
import { FRAMEWORKS } from '../../support/page/frameworks.js';
import type { Listening } from '../../support/network/listen.js';

/** Sends bytes as they are, and reads the status line's number; 0 when the server just hung up, which fails. */
function sendRaw(origin: string, text: string): Promise<{ status: number; answer: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(text, 'latin1')));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, answer: '' });
      else reject(error);
    });
    socket.on('close', () => {
      const whole = Buffer.concat(chunks).toString('latin1');
      const answer = whole.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), answer });
    });
  });
}

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: docs.example\r\nConnection: close\r\n${headers}\r\n`;

const LONG = 'k'.repeat(12_000);
const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '....//',
  '..;/',
  '%c0%ae%c0%ae/',
  './../',
];

const TARGETS = [
  ...UP.flatMap((up) => ['package.json', 'etc/passwd'].map((file) => `/local/viewer/${up.repeat(8)}${file}`)),
  ...UP.map((up) => `/local/viewer/0123456789abcdef/${up}${up}../package.json`),
  ...UP.map((up) => `/local/${up}${up}package.json`),
  '/local/viewer//etc/passwd',
  '/local/viewer/%00',
  '/local/viewer/standalone.js%00.css',
  '/local/viewer/',
  '/local/viewer/C:/Windows/win.ini',
  '/local/viewer/file:///etc/passwd',
  '/sign-in/docs-session',
  '/sign-in/docs-session/../',
  '/sign-in/docs-session?key=another',
  '/open/%',
  '/open/%zz',
  '/open/%E0%A4%A',
  '/open/%ff%fe',
  '/open/openapi.json%',
  '/open?%',
  '/open/?%zz=%',
  '//open/',
  '///',
  '/open//',
  '/open/./',
  '/open/..',
  '/open/../open/',
  '/%6fpen/',
  '/open\\',
  '/open/\\..\\',
  '/open/constructor',
  '/open/__proto__',
  '/open/toString',
  '/open/hasOwnProperty',
  '/__proto__/',
  '/constructor/',
  '/protected/?__proto__=1',
  '/protected/?key[]=a',
  '/protected/?key=a&key=b',
  '/protected/?key.constructor=1',
  `/protected/?key=${LONG}`,
  `/protected/?${'key=&'.repeat(2000)}`,
  `/open/${LONG}`,
  '/protected/?key=%00%0d%0aX:1',
  'http://elsewhere.example/open/',
  'http://user:pass@elsewhere.example/protected/',
  'https:///open/',
  '*',
  'open/',
  '/open/\xff\xfe',
  '/open?\x80',
  '/open#frag',
  '/open/#?key',
];

const HEADERS = [
  'Authorization: Basic\r\n',
  'Authorization: Basic \r\n',
  'Authorization: Basic ====\r\n',
  'Authorization: Basic \xff\xfe\r\n',
  `Authorization: Basic ${LONG}\r\n`,
  `Authorization: ${'Basic '.repeat(2000)}\r\n`,
  'Authorization: Basic Og==\r\n',
  'Authorization: Basic cmVhZGVy\r\n',
  'Authorization: Basic a\r\nAuthorization: Basic b\r\n',
  'Authorization: Digest x="y"\r\n',
  `If-None-Match: ${'"a",'.repeat(3000)}\r\n`,
  'If-None-Match: """"\r\n',
  'If-None-Match: W/\r\n',
  `Accept-Encoding: ${'br;q=0,'.repeat(1500)}\r\n`,
  'Accept-Encoding: br;q=NaN,gzip;q=1e999,__proto__\r\n',
  '__proto__: x\r\nconstructor: y\r\n',
  'Host: other.example\r\n',
  'X-Forwarded-Prefix: //evil.example\r\n',
  'X-Forwarded-Host: a.example"}],\r\n',
  `X-Forwarded-Host: ${'a'.repeat(9000)}\r\n`,
  'X-Forwarded-Proto: javascript\r\n',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Origin: null\r\nAccess-Control-Request-Method: \xff\r\n',
  'Range: bytes=0-1\r\n',
  'Cookie: dtospec-docs=\r\n',
  'Cookie: dtospec-docs=9999999999.x\r\n',
  `Cookie: ${`dtospec-docs=9999999999.${'A'.repeat(43)}; `.repeat(200)}\r\n`,
  `X-API-Key: ${LONG}\r\n`,
  'X-API-Key: \xff\r\nX-API-Key: b\r\n',
  'Authorization: Bearer \xff\r\n',
  'Expect: 100-continue\r\n',
];

const CASES = Object.entries(FRAMEWORKS).map(([name, start], turn) => [name, start, turn] as const);

describe.each(CASES)('hostile requests to %s', (_, start, turn) => {
  let server: Listening;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  async function survives(text: string): Promise<void> {
    const { status, answer } = await sendRaw(server.origin, text);
    expect([200, 204, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 413, 414, 415, 431]).toContain(
      status,
    );
    expect(answer).not.toMatch(/root:|"devDependencies"|node_modules|\bat .*\.[jt]s:\d/);
  }

  test.each(byTurns(TARGETS, turn).map((target) => [target.slice(0, 60), target]))(
    '%s',
    async (_name, target) => {
      await survives(get(target));
      await survives(get(target).replace('GET', 'POST'));
    },
  );

  test.each(byTurns(HEADERS, turn).map((header) => [header.trim().slice(0, 60), header]))(
    '%s',
    async (_name, header) => {
      for (const path of ['/protected/', '/protected/openapi.json', '/sign-in/', '/open/'])
        await survives(get(path, header));
    },
  );

  test('responds to arbitrary requests below the bases', async () => {
    const character = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code));
    const tail = fc.string({
      unit: fc.oneof(character, fc.constantFrom('/', '.', '%', '?', '\\', '%2e', 'viewer')),
      maxLength: 40,
    });
    const base = fc.constantFrom('/open', '/protected', '/local/viewer', '/session', '');
    await fc.assert(
      fc.asyncProperty(base, tail, tail, async (at, path, header) => {
        await survives(
          get(`${at}/${path}`, `Authorization: Basic ${header}\r\nIf-None-Match: ${header}\r\n`),
        );
      }),
      { numRuns: runs(40) },
    );
  });

  test('still serves after all hostile requests', async () => {
    expect((await sendRaw(server.origin, get('/open/'))).status).toBe(200);
    for (const path of ['/protected/', '/sign-in/'])
      expect((await sendRaw(server.origin, get(path))).status).toBe(401);
  });
});
