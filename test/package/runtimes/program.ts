// What runtimes other than Node.js are asked: a document, its page, an operation, and a webhook from this process to itself.
import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IsInt, IsString, Length, Min } from 'class-validator';
import { Description, Docs, operation, response, Webhook } from 'dtospec';
import { fetchDocs, fetchOperations } from 'dtospec/fetch';
import { mcpServer } from 'dtospec/mcp';
import { Message, Notifier, readRawBody, receiveWebhooks, WebhookChannel } from 'dtospec/webhook';

@Webhook('cat.made')
class Cat {
  @Description('As it is called') @IsString() @Length(1, 20) name!: string;
  @IsInt() @Min(0) age!: number;
}

const docs = new Docs({ info: { title: 'Cats', version: '1.0.0' } });
const serveApi = fetchOperations(docs, [
  operation(
    { method: 'POST', path: '/cats', body: Cat, responses: { 201: response('Made', Cat) } },
    ({ body }) => body,
  ),
]);
docs.addWebhook(Cat);
const serveDocs = fetchDocs(docs, '/docs');

const ask = async (path: string, init?: RequestInit): Promise<Response | undefined> => {
  const request = new Request(`http://localhost${path}`, init);
  return (await serveDocs(request)) ?? (await serveApi(request));
};
const post = (cat: object): Promise<Response | undefined> =>
  ask('/cats', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cat),
  });

const mcp = mcpServer(docs);
const callTool = async (): Promise<string> => {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'postCats', arguments: { body: { name: 'Tom', age: 3 } } },
    }),
  });
  return (await mcp.fetch(request)).text();
};

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const receive = receiveWebhooks({ secrets: secret, events: [Cat], nameAt: 'event' });
const received: unknown[] = [];
const server = createServer((request, answer) => {
  readRawBody(request)
    .then((bytes) => receive(bytes, request.headers, ({ body }) => received.push(body)))
    .then(
      () => answer.writeHead(204).end(),
      (error: unknown) => {
        received.push(String(error));
        answer.writeHead(401).end();
      },
    );
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const send = async (url: string, blockPrivateNetworks: boolean): Promise<unknown> => {
  const channel = new WebhookChannel({
    endpoints: () => ({ id: 'me', url, secrets: [secret] }),
    blockPrivateNetworks,
    timeout: 5_000,
  });
  const notifier = new Notifier({ retry: () => null }).register(channel);
  const toWebhook = (): Message =>
    new Message().setJSON({ event: 'other', cat: Object.assign(new Cat(), { name: 'Tom', age: 3 }) });
  const { deliveries } = await notifier.send('me', { via: () => ['webhook'], toWebhook } as never);
  await notifier.drain();
  return deliveries.map(({ outcome, error }) => error?.name ?? outcome).join();
};
const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;

console.log(
  JSON.stringify({
    schema: docs.buildSpec().components?.schemas?.Cat,
    page: (await (await ask('/docs/'))?.text())?.includes('<title>Cats</title>'),
    yaml: (await (await ask('/docs/openapi.yaml'))?.text())?.split('\n')[0],
    made: await (await post({ name: 'Tom', age: 3 }))?.json(),
    refused: (await post({ name: 'Tom', age: -1 }))?.status,
    called: (await callTool()).includes('"structuredContent":{"name":"Tom","age":3}'),
    sent: await send(url, false),
    blocked: await send(url, true),
    received,
  }),
);
server.close();
server.closeAllConnections();
