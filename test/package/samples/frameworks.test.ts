import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileSample } from '../../support/compile-sample.js';
import { send } from '../../support/http.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'samples/frameworks');
const SHARED = ['greetings.ts', 'nest-greetings.ts'];
const samples = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !SHARED.includes(file));

describe('issue 5.1: each framework has a sample that runs', () => {
  test.each(samples)('%s serves the page, the spec and the API', async (file) => {
    const program = compileSample(join(FOLDER, file));
    const child = spawn(process.execPath, [program], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let url = '';
      for await (const line of createInterface(child.stdout)) {
        url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
        if (url !== '') break;
      }
      const page = await send(url, { path: '/docs/' });
      expect(page.body.toString()).toContain('<title>Greetings API</title>');
      const spec = await send(url, { path: '/docs/openapi.json' });
      expect(JSON.parse(spec.body.toString())).toMatchObject({
        paths: { '/greetings/{name}': { get: { summary: 'Greet somebody' } } },
        components: { schemas: { Greeting: { required: ['text', 'count'] } } },
      });
      const greeting = await send(url, { path: '/greetings/Ada' });
      expect(JSON.parse(greeting.body.toString())).toEqual({ text: 'Hello, Ada', count: 1 });
      if (!file.startsWith('nest')) {
        const refused = await send(url, { path: `/greetings/${'x'.repeat(41)}` });
        expect(JSON.parse(refused.body.toString())).toMatchObject({ errors: [{ pointer: '#/name' }] });
      }
    } finally {
      child.kill();
      await once(child, 'exit');
      rmSync(program, { force: true });
    }
  });
});
