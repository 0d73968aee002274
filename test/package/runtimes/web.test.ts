import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { signStandardWebhook } from 'dtospec/webhook';
import { readPrograms } from '../readme/snippets.js';
import { SECRETS } from './web-secrets.js';
import { bundleProgram, FOLDER, startWorkerd, type WebServer, WORKERD_DATES } from './web-runtimes.js';
import { describeBinary, prepareBundle, testsOfWorkerd } from './web-tests.js';

prepareBundle();

describeBinary('workerd without nodejs_compat', () => {
  testsOfWorkerd(WORKERD_DATES['without nodejs_compat']);
});

describeBinary('the Worker of docs/workers.md', () => {
  test('serves its operation, its page and its webhooks in workerd', async () => {
    const source = path.join(FOLDER, 'guide-worker.ts');
    const bundle = path.join(FOLDER, 'guide-worker.mjs');
    writeFileSync(source, readPrograms('guides').get('worker.ts')!);
    expect(await bundleProgram(source, bundle)).toEqual([]);
    const server = await startWorkerd(WORKERD_DATES['without nodejs_compat'], ['public'], bundle);
    const post = (target: string, body: string, more: object = {}): ReturnType<WebServer['ask']> =>
      server.ask(target, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body });
    const order = '{"sku":"A-1","quantity":2}';
    expect(await post('/orders', order)).toEqual({ status: 201, text: order });
    expect((await post('/orders', '{"sku":"A-1","quantity":0}')).status).toBe(400);
    expect((await server.ask('/docs/')).text).toContain('<title>Orders</title>');
    const event = '{"type":"order.shipped","sku":"A-1"}';
    expect((await post('/hook', event, signStandardWebhook(event, SECRETS.symmetric))).status).toBe(204);
    expect((await post('/hook', `${event} `, signStandardWebhook(event, SECRETS.symmetric))).status).toBe(
      401,
    );
    await server.close();
  }, 60_000);
});
