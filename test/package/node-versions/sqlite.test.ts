import { describeOnEachNode } from './nodes.js';

/** An outbox on the application's own connection, over two engines one after the other, as two processes have them. */
const PROGRAM = `
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { SqliteEngine } from 'dtospec/sqlite';
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';

const major = Number(process.versions.node.split('.')[0]);
const { DatabaseSync } = await import(major >= 22 ? 'node:sqlite' : '@photostructure/sqlite');
const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
const file = join(folder, 'queue.sqlite');
const received = [];
const server = createServer(async (request, response) => {
  received.push((await json(request)).id);
  response.writeHead(204).end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const open = () => {
  const engine = new SqliteEngine({ file, pollInterval: 20 });
  const channel = new WebhookChannel({
    defaultURL: 'http://127.0.0.1:' + server.address().port,
    blockPrivateNetworks: false,
  });
  return { engine, notifier: new Notifier({ engine }).register(channel) };
};
const send = (notifier, id, options) => {
  const toWebhook = () => new Message().setId(id).setJSON({ id });
  return notifier.send('me', { via: () => ['webhook'], toWebhook }, options);
};
const shop = open();
await shop.engine.status();
const database = new DatabaseSync(file);
for (const end of ['COMMIT', 'ROLLBACK']) {
  database.exec('BEGIN IMMEDIATE');
  await send(shop.notifier, end, { transaction: database });
  database.exec(end);
}
database.close();
await send(shop.notifier, 'alone');
await shop.notifier.stop();
const worker = open();
await worker.notifier.start();
while ((await worker.engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
const states = (await worker.engine.deliveries()).map(({ state }) => state);
await worker.notifier.stop();
console.log(JSON.stringify({
  isPackage: process.report.getReport().sharedObjects.some((path) => path.includes('photostructure')),
  received: received.sort(),
  states,
}));
server.close();
rmSync(folder, { recursive: true });
`;

describeOnEachNode('dtospec/sqlite', (run, version) => {
  test("keeps and delivers, with Node.js' own SQLite from 22 on", async () => {
    expect(JSON.parse(await run({ program: PROGRAM }))).toEqual({
      isPackage: version < 22,
      received: ['COMMIT', 'alone'],
      states: ['sent', 'sent'],
    });
  });
});
