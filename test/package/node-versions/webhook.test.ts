import { describeOnEachNode } from './nodes.js';

/** Sends over real sockets: kept alive, by name, to a host that hangs, to what the guard refuses by every agent. */
const PROGRAM = `
import { Agent, createServer } from 'node:http';
import { Message, Notifier, WebhookChannel, verifySignature } from 'dtospec/webhook';

const secret = 'a long random text';
const seen = { verified: 0, connections: 0 };
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    if (verifySignature(Buffer.concat(chunks), request.headers['x-signature'], secret)) seen.verified += 1;
    if (request.url === '/body') response.writeHead(200, { 'content-length': '10' }).write('half');
    else response.end('ok');
  });
});
server.on('connection', () => (seen.connections += 1));
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const send = async (options, url, to = 'me') => {
    const notifier = new Notifier({ retry: () => null }).register(new WebhookChannel({ signingSecret: secret, ...options }));
    const message = () => (url ? new Message().setJSON(1).setURL(url) : new Message().setJSON(1));
    const { deliveries } = await notifier.send(to, { via: () => ['webhook'], toWebhook: message });
    await notifier.drain();
    return [...new Set(deliveries.map(({ outcome, error }) => error?.name ?? outcome))].join();
  };
  const base = 'http://127.0.0.1:' + port;
  const many = await send({ defaultURL: base }, undefined, Array.from({ length: 200 }, (_, n) => n));
  const connections = seen.connections <= 16;
  const lookup = (name, options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const agents = [{ lookup }, { host: '127.0.0.1', port }].map((options) => ({ httpAgent: new Agent(options), lookup }));
  console.log(JSON.stringify({
    version: process.versions.node.split('.')[0],
    many,
    connections,
    byName: await send({ defaultURL: 'http://localhost:' + port }),
    hang: await send({ defaultURL: base + '/hang', timeout: 300 }),
    body: await send({ defaultURL: base + '/body' }),
    literal: await send({}, base),
    agents: await Promise.all(agents.map((agent) => send(agent, 'http://hook.example:' + port))),
    verified: seen.verified,
  }));
  server.close();
  server.closeAllConnections();
});
`;

describeOnEachNode('the webhook channel', (run, version) => {
  test('sends, ends in time, and keeps its guard', async () => {
    expect(JSON.parse(await run({ program: PROGRAM }))).toEqual({
      version: String(version),
      many: 'sent',
      connections: true,
      byName: 'sent',
      hang: 'TimeoutError',
      body: 'sent',
      literal: 'BlockedAddressError',
      agents: ['BlockedAddressError', 'BlockedAddressError'],
      verified: 202,
    });
  });
});
