import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { serversProgram } from './servers.js';
import { readPrograms, readTsconfig } from './snippets.js';

const root = path.resolve(__dirname, '../../..');
const folder = path.join(consumerFolder, 'recipes');
const TSC = path.join(root, 'node_modules/typescript-7/bin/tsc');
const programs = [...readPrograms()].filter(([name]) => name.startsWith('recipe'));
const names = programs.map(([name]) => name).filter((name) => name.endsWith('-server.ts'));

let child: ChildProcess;
let origins: Readonly<Record<string, string>>;

beforeAll(async () => {
  preparePackage();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compilerOptions = { ...readTsconfig().compilerOptions, outDir: 'out', rootDir: '.' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, code] of programs) writeFileSync(path.join(folder, name), code);
  expect(spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  const files = names.map((name) => name.replace(/ts$/, 'js'));
  writeFileSync(path.join(folder, 'servers.mjs'), serversProgram(files));
  child = fork(path.join(folder, 'servers.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  [origins] = (await once(child, 'message')) as [Record<string, string>];
}, 300_000);
afterAll(() => child.kill());

const ask = (recipe: string, place: string, init?: RequestInit): Promise<Response> =>
  fetch(`${origins[`recipe-${recipe}-server.js`]}${place}`, init);

async function documentOf(recipe: string, place = '/docs/openapi.json'): Promise<Document> {
  const document = (await (await ask(recipe, place)).json()) as Document;
  await expectValidDocument(document);
  return document;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
  readonly servers?: readonly { readonly url: string }[];
}

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const wrong = json({ id: 1, name: 5 });

/** What each recipe promises, asked over the socket. */
const PROOFS: Readonly<Record<string, () => Promise<void>>> = {
  prefix: async () => {
    expect((await ask('prefix', '/api/items')).status).toBe(200);
    expect((await ask('prefix', '/items')).status).toBe(404);
    expect(Object.keys((await documentOf('prefix')).paths)).toEqual(['/api/items']);
  },
  environments: async () => {
    expect((await documentOf('environments')).servers).toMatchObject([{ url: 'http://localhost:3000' }]);
  },
  proxy: async () => {
    const { servers } = await documentOf('proxy');
    const seen = 'https://example.com/shop/docs/openapi.json';
    expect(new URL(servers![0]!.url, seen).href).toBe('https://example.com/shop/');
    expect((await ask('proxy', '/items')).status).toBe(200);
  },
  documents: async () => {
    const methods = async (place?: string): Promise<string[]> =>
      Object.keys((await documentOf('documents', place)).paths['/items']!).sort();
    expect(await methods()).toEqual(['get', 'post']);
    expect(await methods('/docs/readers/openapi.json')).toEqual(['get']);
  },
  internal: async () => {
    expect(Object.keys((await documentOf('internal')).paths['/items']!)).toEqual(['get']);
    expect((await ask('internal', '/items', json({ id: 7, name: 'Lamp' }))).status).toBe(201);
    expect((await ask('internal', '/items', wrong)).status).toBe(400);
  },
  'sign-in': async () => {
    const form = await ask('sign-in', '/docs/', { headers: { accept: 'text/html' } });
    expect(form.status).toBe(401);
    expect(await form.text()).toContain('<form');
    expect((await ask('sign-in', '/docs/openapi.json')).status).toBe(401);
    const headers = { 'x-api-key': 'only for this example' };
    expect((await ask('sign-in', '/docs/openapi.json', { headers })).status).toBe(200);
  },
  download: async () => {
    const { headers } = await ask('download', '/manual');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain('Manual.pdf');
    const part = await ask('download', '/manual', { headers: { range: 'bytes=5-7' } });
    expect([part.status, await part.text()]).toEqual([206, '1.4']);
  },
  csv: async () => {
    expect(await (await ask('csv', '/items.csv')).text()).toBe(
      'id,name\r\n1,Item 1\r\n2,Item 2\r\n3,Item 3\r\n',
    );
  },
  streaming: async () => {
    const lines = (await (await ask('streaming', '/items.jsonl')).text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(3);
  },
  language: async () => {
    const { errors } = (await (await ask('language', '/items', wrong)).json()) as { errors: unknown };
    expect(errors).toMatchObject([{ pointer: '#/name', detail: 'Das muss ein Text sein.' }]);
  },
  errors: async () => {
    const answer = await ask('errors', '/items', wrong);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({ message: expect.stringContaining('string') as string });
    const { responses } = (await documentOf('errors')).paths['/items']!.post!;
    expect(responses).toMatchObject({ 400: { content: { 'application/json': {} } } });
  },
  cursor: async () => {
    const page = async (query: string): Promise<unknown> => (await ask('cursor', `/items${query}`)).json();
    expect(await page('')).toMatchObject({ items: [{ id: 1 }, { id: 2 }], next: 2 });
    expect(await page('?cursor=2')).toEqual({ items: [{ id: 3, name: 'Item 3' }] });
  },
  patch: async () => {
    const patch = async (body: object): Promise<unknown> =>
      (await ask('patch', '/profile', json(body, 'PATCH'))).json();
    expect(await patch({ name: 'Bob' })).toEqual({ name: 'Bob', note: 'Calls on Mondays' });
    expect(await patch({ note: null })).toEqual({ name: 'Bob', note: null });
    expect(await patch({ name: null })).toMatchObject({ status: 400 });
  },
  'request-id': async () => {
    const { headers } = await ask('request-id', '/items', { headers: { 'x-request-id': 'a-1' } });
    expect(headers.get('x-request-id')).toBe('a-1');
    const { responses } = (await documentOf('request-id')).paths['/items']!.get!;
    expect(responses).toMatchObject({ 200: { headers: { 'X-Request-Id': {} } } });
  },
  'rate-limit': async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await ask('rate-limit', '/items')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { responses } = (await documentOf('rate-limit')).paths['/items']!.get!;
    expect(Object.keys(responses)).toEqual(['200', '429']);
  },
  health: async () => {
    expect((await ask('health', '/health')).status).toBe(204);
    expect(Object.keys((await documentOf('health')).paths)).toEqual(['/health']);
  },
};

it.each(Object.entries(PROOFS))('the recipe %s does what it promises', async (_recipe, prove) => {
  await prove();
});

it('has a proof for each recipe, and a program for each heading', () => {
  expect(names.map((name) => /^recipe-(.*)-server\.ts$/.exec(name)![1])).toEqual(Object.keys(PROOFS));
  const headings = readFileSync(path.join(root, 'docs/recipes.md'), 'utf8').match(/^## .*$/gm);
  expect(headings).toHaveLength(names.length);
});
