import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';

const root = path.resolve(__dirname, '../../..');
const folder = path.join(root, 'build/next');
const next = path.join(folder, 'node_modules/next/dist/bin/next');
const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };

/** Only the compiler knows the types of this class. */
const UNTOLD = `import { Description } from 'dtospec';

export class Untold {
  @Description('Only the compiler knows the type') text!: string;
}
`;
const MORE = `
import { Untold } from './untold';
docs.add({ method: 'GET', path: '/untold', responses: { 200: response('Untold', Untold) } });
`;

async function build(): Promise<void> {
  preparePackage();
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'next']);
  for (const part of ['app', 'lib', '.next'])
    rmSync(path.join(folder, part), { recursive: true, force: true });
  cpSync(path.join(root, 'samples/next'), folder, { recursive: true });
  const packed = path.join(consumerFolder, 'node_modules/dtospec');
  cpSync(packed, path.join(folder, 'node_modules/dtospec'), { recursive: true });
  writeFileSync(path.join(folder, 'lib/untold.ts'), UNTOLD);
  appendFileSync(path.join(folder, 'lib/docs.ts'), MORE);
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env });
}

describe('the sample of Next.js, built for production', () => {
  let server: ChildProcess;
  let origin: string;
  beforeAll(async () => {
    await build();
    server = spawn(process.execPath, [next, 'start', '-p', '0', '-H', '127.0.0.1'], { cwd: folder, env });
    let printed = '';
    while (!/http:\/\/127\.0\.0\.1:[1-9]\d*/.test(printed))
      printed += String((await once(server.stdout!, 'data'))[0]);
    [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)!;
  }, 300_000);
  afterAll(async () => {
    server.kill();
    await once(server, 'exit');
  });

  test('serves operations', async () => {
    const answer = await fetch(`${origin}/api/greetings/a%2Fb`);
    expect([answer.status, await answer.json()]).toEqual([200, { text: 'Hello, a/b', count: 1 }]);
    expect((await fetch(`${origin}/api/greetings/${'a'.repeat(41)}`)).status).toBe(400);
  });

  test('serves the page, and a document with the names and types of the classes', async () => {
    expect(await (await fetch(`${origin}/docs`)).text()).toContain('<title>Greetings API</title>');
    const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as {
      components: { schemas: object };
    };
    expect(document.components.schemas).toMatchObject({
      Greeting: { properties: { count: { type: 'integer' } } },
      Untold: { properties: { text: { type: 'string' } } },
    });
  });
});
