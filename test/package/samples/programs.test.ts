import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { send } from '../../support/network/http.js';
import { compiledSample, compileSamples, runSample, serveProgram } from '../../support/programs/samples.js';

const ROOT = join(__dirname, '../../..');
const SAMPLES = join(ROOT, 'samples');

beforeAll(compileSamples, 120_000);

test('the OpenTelemetry sample runs: two spans of one trace, which the receiver saw', async () => {
  const stdout = (await runSample('opentelemetry/main')).join('\n');
  const spans = [...stdout.matchAll(/ trace: '(\w+)',\n +span: '(\w+)',\n +parent: '(\w+)'/g)];
  expect(spans).toHaveLength(2);
  expect(new Set(spans.map((span) => span[1])).size).toBe(1);
  expect(new Set(spans.map((span) => span[3])).size).toBe(1);
  for (const [, trace, span] of spans) expect(stdout).toContain(`'00-${trace}-${span}-01'`);
  expect(stdout).toContain('metric webhook.attempt.duration 2');
  expect(stdout).toContain('metric webhook.deliveries 1');
});

test('the outbox sample sends committed messages in the next process, and no messages of a rollback', async () => {
  expect((await runSample('outbox/sqlite')).sort()).toEqual([
    expect.stringMatching(/^order 2 was rolled back: .*CHECK/),
    expect.stringMatching(/^order-1 sent [12]$/),
    expect.stringMatching(/^order-3 sent [12]$/),
    'queued 2',
    'received 3',
  ]);
});

test('the durable sample runs on SQLite: queued by one process, delivered by the next', async () => {
  expect(await runSample('durable/main')).toEqual([
    'queued and received 0',
    expect.stringMatching(/^attempt 1 .* 503/),
    'attempt 2 sent order-17',
  ]);
});

test.each([
  ['orders', '3.1.0'],
  ['shop', '3.1.0'],
  ['search', '3.2.0'],
])('the openapi sample prints a valid document: %s', async (name, version) => {
  const document = JSON.parse((await runSample(`openapi/${name}`)).join('\n')) as {
    readonly openapi: string;
  };
  expect(document.openapi).toBe(version);
  await expectValidDocument(document);
});

test('the engine of the own-engine sample passes the contract', async () => {
  expect(await runSample('own-engine/main')).toEqual([expect.stringMatching(/^\d{2,} tests passed$/)]);
});

test('the webhook sample runs: retried, taken once, signed by two secrets, refused', async () => {
  const printed = (await runSample('webhooks/main')).filter((line) => !line.startsWith('#'));
  const received = expect.stringMatching(/^received: [\w-]+ left at 2.*Z$/) as string;
  const refused = 'refused: ERR_WEBHOOK_SIGNATURE';
  const failed = (attempt: number, status: number): string =>
    expect.stringMatching(new RegExp(`^attempt ${attempt} failed .* ${status}`)) as string;
  expect(printed).toEqual([
    failed(1, 503),
    received,
    'sent: sent after 2',
    'received again, and not handled again',
    'sent: sent after 1',
    received,
    'sent: sent after 1',
    refused,
    failed(1, 401),
    refused,
    failed(2, 401),
    refused,
    expect.stringMatching(/^sent: failed after 3, .* 401/),
  ]);
});

test('the MCP sample runs: a tool with the schema of its class, which validates', async () => {
  const [tool = '', booked, refused] = await runSample('mcp/main');
  expect(JSON.parse(tool.replace('tool ', ''))).toMatchObject({
    properties: { room: { maxLength: 20 }, seats: { type: 'integer', maximum: 12, default: 1 } },
    required: ['room'],
  });
  expect(booked).toBe('called {"room":"Ada"} {"room":"Ada","free":11}');
  expect(refused).toContain('seats must not be greater than 12');
});

test('the Nest sample runs: validated and documented, without a word in the controllers', async () => {
  await serveProgram(compiledSample('nest/main'), async (url, printed, warned) => {
    const json = { 'content-type': 'application/json' };
    const post = (cat: object): ReturnType<typeof send> =>
      send(url, { path: '/api/cats', method: 'POST', headers: json, body: JSON.stringify(cat) });
    expect((await post({ name: 'Tom', age: 3 })).status).toBe(201);
    expect((await post({ name: 'Tom', age: 31 })).status).toBe(400);
    const document = JSON.parse((await send(url, { path: '/docs/openapi.json' })).body.toString()) as object;
    expect(document).toMatchObject({
      paths: { '/api/cats/{id}': { get: { parameters: [{ name: 'id', schema: { type: 'integer' } }] } } },
      components: { schemas: { CreateCat: { properties: { age: { type: 'integer', maximum: 30 } } } } },
    });
    // What no compiler records, and what to write: once.
    expect([...printed, ...warned].filter((line) => line.includes('@Returns'))).toEqual([
      expect.stringMatching(
        /^ {2}warning unknown-response at CatsController\.findAll: .*@Returns\(\[User\]\)/,
      ),
    ]);
  });
});

test('the sample without metadata reports unknown types', async () => {
  const outfile = join(ROOT, 'build/samples/no-metadata.mjs');
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const;
  buildSync({ entryPoints: [join(SAMPLES, 'no-metadata/main.ts')], outfile, ...options });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: ROOT });
  const [, properties = '', rest = ''] = /^(\{.*?^\})\n(.*)$/ms.exec(stdout) ?? [];
  expect(JSON.parse(properties)).toEqual({
    name: { type: 'string' },
    age: { type: 'integer' },
    role: { type: 'string', enum: ['admin', 'guest'] },
    address: { $ref: '#/components/schemas/Address' },
    former: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
    since: { description: 'When the account was opened' },
    active: { type: 'boolean' },
  });
  expect(rest.trim().split('\n')).toEqual([expect.stringMatching(/^unknown-type User\.since /)]);
});

test("the Next sample's routes compile as Next has them compiled, and answer", async () => {
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', join(SAMPLES, 'next')]);
  // As Next does: by a bundler, without metadata, the packages of next.config.mjs left alone.
  const routes = ['docs/[[...path]]', 'api/[...path]'].map((path) => `next/app/${path}/route.ts`);
  const outdir = join(ROOT, 'build/samples-next');
  const options = {
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    ignoreAnnotations: true,
  } as const;
  const entryPoints = routes.map((route, index) => ({ in: join(SAMPLES, route), out: String(index) }));
  buildSync({ entryPoints, outdir, outExtension: { '.js': '.mjs' }, ...options });
  const program = `
    const [docs, api] = await Promise.all(${JSON.stringify(routes.map((_, index) => join(outdir, `${index}.mjs`)))}.map((file) => import(file)));
    const answers = [[docs, 'docs/openapi.json'], [docs, 'docs/'], [api, 'api/greetings/Ada'], [api, 'api/none']];
    const got = await Promise.all(answers.map(async ([{ GET }, path]) => {
      const response = await GET(new Request('http://localhost/' + path));
      return [response.status, await response.text()];
    }));
    console.log(JSON.stringify(got));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
  });
  const [spec, page, greeting, none] = JSON.parse(stdout) as [number, string][];
  expect(JSON.parse(spec![1])).toMatchObject({ paths: { '/api/greetings/{name}': { get: {} } } });
  expect(page).toEqual([200, expect.stringContaining('<title>Greetings API</title>')]);
  expect(greeting).toEqual([200, '{"text":"Hello, Ada","count":1}']);
  expect(none![0]).toBe(404);
});

test('each sample has a description, and the list of samples contains it', () => {
  const index = readFileSync(join(SAMPLES, 'README.md'), 'utf8');
  const folders = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    expect(index).toContain(`](${name})`);
    expect(readFileSync(join(SAMPLES, name, 'README.md'), 'utf8')).toMatch(/^# .+\n\n/);
  }
});
