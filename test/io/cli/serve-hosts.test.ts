import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from '../../../src/tools/cli/run.js';

let folder: string;
let origin: string;
let ended: Promise<number>;
const stop = new AbortController();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'serve-hosts-'));
  writeFileSync(
    path.join(folder, 'api.yaml'),
    'openapi: 3.1.0\ninfo: { title: Cats, version: "1" }\npaths: {}\n',
  );
  origin = await new Promise((resolve) => {
    const note = (line: string): void => {
      resolve(/http:\S+/.exec(line)?.[0] ?? line);
    };
    const terminal = { cwd: folder, print: () => undefined, note, stop: stop.signal };
    const args = 'serve api.yaml --port 0 --allow-host Docs.example --allow-host other.example'.split(' ');
    ended = run(args, terminal, '1');
  });
});
afterAll(async () => {
  stop.abort();
  expect(await ended).toBe(0);
  rmSync(folder, { recursive: true });
});

async function get(
  host: string,
  target = '/openapi.json',
): Promise<[status: number | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    request(new URL(target, origin), { headers: { host }, setHost: false }, (response) => {
      text(response).then((body) => {
        resolve([response.statusCode, body]);
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  'localhost',
  'LOCALHOST:8080',
  'docs.localhost:1',
  '127.0.0.1',
  '127.0.0.1:8080',
  '[::1]:8080',
  '192.168.1.7:80',
  'docs.example',
  'other.example:443',
  'docs.example.',
])('answers a request for %s', async (host) => {
  expect(await get(host)).toEqual([200, expect.stringContaining('Cats')]);
});

test.each([
  'evil.example',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  'a@127.0.0.1',
  '127.0.0.1/x',
  '127.0.0.1, evil.example',
  'docs.example.evil',
  '',
  '\u009b31mx',
])('refuses a request for %j, also for changes', async (host) => {
  for (const target of ['/openapi.json', '/', '/changes']) {
    const [status, body] = await get(host, target);
    expect(status).toBe(403);
    expect(body).toContain(' is not allowed: a page of another site could read this document.');
    expect(body).toContain('--allow-host <name>');
    expect(body).not.toMatch(/Cats|\u009b/);
  }
});
