import { once } from 'node:events';
import { connect } from 'node:net';
import { bearerAuth, cookieAuth, operation, response, type Operation } from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// Methods, spellings of paths and headers of somebody without credentials: no secured operation runs, in any framework.

const ran = new Set<string>();
const staff = bearerAuth('staff', { verify: (token) => token === 'right' });
const session = cookieAuth('session', 'sid', { verify: (sid) => sid === 'right' });

function at(method: string, path: string, security: Operation['definition']['security'] = []): Operation {
  return operation(
    { method: method as 'GET', path, security, responses: { 204: response('Done') } },
    () => void ran.add(security.length === 0 ? 'public' : `${method} ${path}`),
  );
}

const OPERATIONS = [
  at('GET', '/public/{id}'),
  at('GET', '/admin/me'),
  at('GET', '/admin/{id}', [staff]),
  at('DELETE', '/all', [staff]),
  at('POST', '/session', [session]),
  at('HEAD', '/head'),
  at('GET', '/head', [staff]),
];

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'get', 'Delete', 'TRACE', 'QUERY'];

const PATHS = [
  ...[
    '/admin/1',
    '/admin/1/',
    '/ADMIN/1',
    '/admin//me',
    '//admin/1',
    '/admin/me/',
    '/admin/me%2f',
    '/admin/%6de',
  ],
  ...['/admin/1?x', '/admin/1;x', '/admin/1#', 'http://x/admin/1', '/public\\..\\admin/1'],
  ...['/public/../admin/1', '/public/%2e%2e/admin/1', '/public/..%2fadmin/1'],
  ...['/all', '/all/', '/ALL', '/%61ll', '/all%20', '/all%00', '/all/.', '/head', '/session', '/session/'],
];

const HEADERS: readonly (readonly string[])[] = [
  [],
  ['X-HTTP-Method-Override: DELETE'],
  ['X-HTTP-Method: GET', 'X-Method-Override: GET'],
  ['Authorization: ', 'X-Forwarded-Authorization: Bearer right', 'X-Original-URL: /public/1'],
  ['Authorization: Basic cmlnaHQ='],
  ['Cookie: sid=right, sid=wrong'],
  ['Cookie: sid=right', 'Sec-Fetch-Site: cross-site'],
  ['Cookie: sid=right', 'Origin: http://evil.example', 'X-HTTP-Method-Override: GET'],
];

async function send(origin: string, text: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  socket.write(text);
  await once(socket, 'close');
}

describe.each(FRAMEWORKS)('%s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  it.each(HEADERS.map((headers) => [headers] as const))(
    'runs only public operations with %j',
    async (headers) => {
      ran.clear();
      for (const method of METHODS)
        await Promise.all(
          PATHS.map((path) => {
            const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
            return send(served.origin, [...lines, '', ''].join('\r\n'));
          }),
        );
      expect([...ran]).toEqual(['public']);
    },
  );
});
