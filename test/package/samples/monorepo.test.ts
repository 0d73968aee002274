import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../../support/network/http.js';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { serveProgram } from '../../support/programs/samples.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(consumerFolder, 'monorepo');

/** As `npm install && npm run build` leave it, beside the packed package. */
beforeAll(() => {
  preparePackage();
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(join(ROOT, 'samples/monorepo'), FOLDER, { recursive: true });
  mkdirSync(join(FOLDER, 'node_modules/@shop'), { recursive: true });
  symlinkSync(join(FOLDER, 'packages/dto'), join(FOLDER, 'node_modules/@shop/dto'));
  for (const name of ['dto', 'orders', 'billing'])
    execFileSync(process.execPath, [
      join(ROOT, 'node_modules/typescript-7/bin/tsc'),
      '-p',
      join(FOLDER, 'packages', name),
    ]);
}, 300_000);

test.each([
  [
    'orders',
    '/orders',
    201,
    { id: 'a2a4ab2b-1d4c-4f0e-9d9b-0d9e6a0c9c1b', lines: [{ sku: 'LAMP', quantity: 2 }] },
  ],
  ['billing', '/bills', 200, { cents: 3998 }],
])("%s documents and validates the package's class", async (name, path, status, answer) => {
  await serveProgram(join(FOLDER, 'packages', name, 'dist/main.js'), async (url) => {
    const spec = await send(url, { path: '/docs/openapi.json' });
    expect(JSON.parse(spec.body.toString())).toMatchObject({
      components: {
        schemas: {
          Order: {
            required: ['id', 'lines'],
            properties: { lines: { description: 'Ordered articles, each once', minItems: 1 } },
          },
          OrderLine: { properties: { sku: { examples: ['LAMP-1'] }, quantity: { minimum: 1 } } },
        },
      },
    });
    const post = (quantity: number): ReturnType<typeof send> =>
      send(url, {
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id: 'a2a4ab2b-1d4c-4f0e-9d9b-0d9e6a0c9c1b',
          lines: [{ sku: 'LAMP', quantity }],
        }),
      });
    const accepted = await post(2);
    expect([accepted.status, JSON.parse(accepted.body.toString())]).toEqual([status, answer]);
    expect((await post(0)).status).toBe(400);
  });
});
