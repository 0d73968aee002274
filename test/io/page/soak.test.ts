import { once } from 'node:events';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { bundle, run } from '../../support/programs/child-process.js';
import { basic, KEY, PASSWORD, SESSION, USER } from '../../support/page/docs-variants.js';
import { send, type HttpRequest } from '../../support/network/http.js';

const REQUESTS = process.env.DTOSPEC_RUNS === undefined ? 5_000 : 50_000;
const CONNECTIONS = 16;
/** What the heap may be larger by after all of them; less than 100 bytes for each request. */
const ALLOWED_GROWTH = 100 * REQUESTS;

const MIX: readonly [number, HttpRequest][] = [
  [200, { path: '/open/' }],
  [200, { path: '/open/openapi.json', headers: { 'accept-encoding': 'br' } }],
  [200, { path: '/open/openapi.yaml', headers: { 'accept-encoding': 'gzip' } }],
  [304, { path: '/open/', headers: { 'if-none-match': '*' } }],
  [200, { path: `/protected/openapi.json?key=${encodeURIComponent(KEY)}`, method: 'HEAD' }],
  [200, { path: '/protected/', headers: { authorization: basic(USER, PASSWORD) } }],
  [401, { path: '/protected/?key=wrong' }],
  [200, { path: '/open?x=1' }],
  [404, { path: '/open/nothing' }],
  [405, { path: '/open/', method: 'DELETE' }],
  [204, { path: '/open/openapi.json', method: 'OPTIONS' }],
  [200, { path: '/session/', headers: { cookie: SESSION } }],
];

describe('a soak', () => {
  test(`${REQUESTS} requests over keep-alive: all answered, memory flat`, async () => {
    const child = run(bundle('soak-server'), [], ['--expose-gc']);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async (): Promise<string> => String((await lines.next()).value);
    const memory = async (): Promise<number> => {
      child.stdin.write('measure\n');
      return Number(await nextLine());
    };
    const origin = await nextLine();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

    async function soak(count: number): Promise<number> {
      let sent = 0;
      let wrong = 0;
      const worker = async (): Promise<void> => {
        while (sent < count) {
          const [status, request] = MIX[sent++ % MIX.length]!;
          if ((await send(origin, { ...request, agent })).status !== status) wrong += 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
      return wrong;
    }

    await soak(3_000);
    const before = await memory();
    expect(await soak(REQUESTS)).toBe(0);
    expect((await memory()) - before).toBeLessThan(ALLOWED_GROWTH);
    agent.destroy();
    child.stdin.write('end\n');
    await once(child, 'exit');
  }, 300_000);
});
