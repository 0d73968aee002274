import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../../support/http.js';
import { compiledSample, compileSamples, serveProgram } from '../../support/samples.js';

const SHARED = ['greetings.ts', 'nest-greetings.ts'];
const samples = readdirSync(join(__dirname, '../../../samples/frameworks')).filter(
  (file) => file.endsWith('.ts') && !SHARED.includes(file),
);

describe('each framework has a sample that runs', () => {
  beforeAll(compileSamples, 120_000);

  test.each(samples)('%s serves the page, the spec and the API', async (file) => {
    await serveProgram(compiledSample(`frameworks/${file.replace('.ts', '')}`), async (url) => {
      const page = await send(url, { path: '/docs/' });
      expect(page.body.toString()).toContain('<title>Greetings API</title>');
      const spec = await send(url, { path: '/docs/openapi.json' });
      expect(JSON.parse(spec.body.toString())).toMatchObject({
        paths: { '/greetings/{name}': { get: { summary: 'Greet somebody' } } },
        components: { schemas: { Greeting: { required: ['text', 'count'] } } },
      });
      const greeting = await send(url, { path: '/greetings/Ada' });
      expect(JSON.parse(greeting.body.toString())).toEqual({ text: 'Hello, Ada', count: 1 });
      if (file.startsWith('nest')) return;
      const refused = await send(url, { path: `/greetings/${'x'.repeat(41)}` });
      expect(JSON.parse(refused.body.toString())).toMatchObject({ errors: [{ pointer: '#/name' }] });
    });
  });
});
