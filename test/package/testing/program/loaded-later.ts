// The package loads these where it uses them first, and jest has no import() without a flag.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formBody, operation, Required, response, TypeOf, Docs } from 'dtospec';
import { fetchOperations } from 'dtospec/fetch';
import { SqliteEngine } from 'dtospec/sqlite';
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';

test('the queue opens SQLite', async () => {
  const file = path.join(tmpdir(), `queue-${process.pid}.sqlite`);
  const engine = new SqliteEngine({ file });
  expect(await engine.status()).toMatchObject({ waiting: 0 });
  await engine.stop();
  for (const end of ['', '-shm', '-wal']) rmSync(file + end, { force: true });
});

test('a webhook arrives', async () => {
  const server = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const defaultURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const notifier = new Notifier().register(new WebhookChannel({ defaultURL }));
  const toWebhook = (): Message => new Message().setJSON({ id: 1 }, { event: false });
  const { deliveries } = await notifier.send({}, { via: () => ['webhook'], toWebhook });
  server.closeAllConnections();
  server.close();
  expect(deliveries).toMatchObject([{ outcome: 'sent' }]);
});

class Upload {
  @Required() @TypeOf(() => File) file!: File;
}

test('a file is read', async () => {
  const upload = operation(
    { method: 'POST', path: '/', body: formBody(Upload), responses: { 200: response('Its size', Number) } },
    ({ body }) => body.file.size,
  );
  const serve = fetchOperations(new Docs({ info: { title: 'Files', version: '1' } }), [upload]);
  const body = new FormData();
  body.set('file', new File(['abc'], 'a.txt'));
  const answer = await serve(new Request('http://localhost/', { method: 'POST', body }));
  expect(await answer?.text()).toBe('3');
});
