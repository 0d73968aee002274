import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../../support/network/http.js';
import { compiledSample, compileSamples, serveProgram } from '../../support/programs/samples.js';

const ROOT = join(__dirname, '../../..');
const SHARED = ['greetings.ts', 'nest-greetings.ts'];
const samples = readdirSync(join(ROOT, 'samples/frameworks'))
  .filter((file) => file.endsWith('.ts') && !SHARED.includes(file))
  .map((file) => file.replace('.ts', ''));

/** Imports the programs that are its arguments, one after the other, and sends the addresses that they tell. */
const SERVE_EACH = `
let heard;
console.log = (line) => {
  const [address] = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(line) ?? [];
  if (address !== undefined) heard(address);
};
const addresses = [];
for (const file of process.argv.slice(2)) {
  const told = new Promise((resolve) => (heard = resolve));
  await import(file);
  addresses.push(await told);
}
process.send(addresses);
`;

/** Starts all in one process, as most of a start is loading the same packages, each beside what it shares with the others. */
async function serveTogether(): Promise<[ChildProcess, Map<string, string>]> {
  const folder = join(ROOT, 'build/tests/frameworks');
  rmSync(folder, { recursive: true, force: true });
  for (const name of samples)
    cpSync(join(compiledSample('frameworks/x'), '..'), join(folder, name), { recursive: true });
  const program = join(folder, 'serve-each.mjs');
  writeFileSync(program, SERVE_EACH);
  const files = samples.map((name) => join(folder, name, `${name}.js`));
  const child = fork(program, files, {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${String(code)}`);
  });
  const [addresses] = (await Promise.race([once(child, 'message'), ended])) as [string[]];
  expect(new Set(addresses).size).toBe(samples.length);
  ended.catch(() => undefined);
  return [child, new Map(samples.map((name, index) => [name, addresses[index]!]))];
}

describe('each framework has a sample that runs', () => {
  let together: ChildProcess | undefined;
  let addresses: ReadonlyMap<string, string>;
  beforeAll(async () => {
    compileSamples();
    if (process.env.DTOSPEC_RUNS === undefined) [together, addresses] = await serveTogether();
  }, 120_000);
  afterAll(async () => {
    if (together === undefined) return;
    const ended = once(together, 'exit');
    together.kill();
    await ended;
  });

  test.each(samples)('%s serves the page, the spec and the API', async (name) => {
    const use = async (url: string): Promise<void> => {
      const page = await send(url, { path: '/docs/' });
      expect(page.body.toString()).toContain('<title>Greetings API</title>');
      const spec = await send(url, { path: '/docs/openapi.json' });
      expect(JSON.parse(spec.body.toString())).toMatchObject({
        paths: { '/greetings/{name}': { get: { summary: 'Get greeting' } } },
        components: { schemas: { Greeting: { required: ['text', 'count'] } } },
      });
      const greeting = await send(url, { path: '/greetings/Ada' });
      expect(JSON.parse(greeting.body.toString())).toEqual({ text: 'Hello, Ada', count: 1 });
      if (name.startsWith('nest')) return;
      const refused = await send(url, { path: `/greetings/${'x'.repeat(41)}` });
      expect(JSON.parse(refused.body.toString())).toMatchObject({ errors: [{ pointer: '#/name' }] });
    };
    await (together === undefined
      ? serveProgram(compiledSample(`frameworks/${name}`), use)
      : use(addresses.get(name)!));
  });
});
