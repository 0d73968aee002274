import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startShop, type Shop } from '../../../samples/shop/shop.js';
import { SAMPLE_DOCUMENTS, SAMPLE_NAMES } from '../../support/sample-documents.js';
import { prepareTools } from '../../support/tools.js';
import { entryOf, generateClients, problemsOf, type Generated } from './generate.js';
import { GENERATORS } from './shapes/shape.js';

const SHOPS = SAMPLE_NAMES.filter((name) => name.startsWith('shop-'));
const PROGRAM = path.join(__dirname, 'program');

describe("clients that generators make of the samples' documents", () => {
  let generated: Generated;
  let problems: string[];

  beforeAll(prepareTools, 300_000);
  beforeAll(async () => {
    generated = await generateClients('samples', SAMPLE_DOCUMENTS, true);
    for (const shop of SHOPS) cpSync(PROGRAM, path.join(generated.folder, shop), { recursive: true });
    const clients = SAMPLE_NAMES.flatMap((name) =>
      GENERATORS.flatMap((generator) => entryOf(generated, `${name}/${generator}`) ?? []),
    );
    const programs = SHOPS.flatMap((shop) =>
      ['openapi-typescript', 'main'].map((file) => path.join(generated.folder, shop, `${file}.ts`)),
    );
    problems = problemsOf([...clients, ...programs], generated.folder);
  }, 120_000);

  test('each is generated', () => {
    expect(generated.failures).toEqual({});
  });

  test('they and the programs that use them compile', () => {
    expect(problems).toEqual([]);
  });

  describe('buy from the shop', () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await startShop(0, () => undefined);
    });
    afterAll(() => shop.close());

    test.each(SHOPS)('by the document %s', async (name) => {
      const outfile = path.join(generated.folder, name, 'main.mjs');
      const entry = path.join(generated.folder, name, 'main.ts');
      await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
      const { stdout } = await promisify(execFile)(process.execPath, [outfile, shop.url, shop.apiKey]);
      const order = {
        status: 'shipped',
        customer: { email: 'ada@example.com' },
        payment: { method: 'card', lastDigits: '4242' },
      };
      expect(JSON.parse(stdout)).toMatchObject([order, order]);
    });
  });
});
