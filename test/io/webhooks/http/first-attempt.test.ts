import { runProgram } from '../../../support/programs/run-program.js';

describe('the first attempt', () => {
  test('does not spend its timeout on loading axios', async () => {
    const program = `
      import { Agent, createServer } from 'node:http';
      import { register } from 'node:module';
      import { Message, Notifier, WebhookChannel } from '../../src/webhooks/messages/index.js';
      const slowly = \`export async function resolve(name, context, next) {
        if (name === 'axios') await new Promise((resolve) => setTimeout(resolve, 1_500));
        return next(name, context);
      }\`;
      register('data:text/javascript,' + encodeURIComponent(slowly));
      const server = createServer((request, response) => { request.resume(); response.end(); });
      server.listen(0, '127.0.0.1', async () => {
        const defaultURL = 'http://127.0.0.1:' + server.address().port;
        const notifier = new Notifier({ retry: () => null });
        // Agents are what axios is needed for.
        const way = { httpAgent: new Agent(), blockPrivateNetworks: false };
        notifier.register(new WebhookChannel({ defaultURL, timeout: 1_000, ...way }));
        const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(1) };
        const { deliveries } = await notifier.send('me', notification);
        const [{ duration }] = deliveries[0].history;
        console.log(deliveries[0].outcome, duration < 1_000);
        server.close();
        await notifier.drain();
      });
    `;
    // Node.js 26 warns of `register`, which is the only way to slow an import down in Node.js 20.
    expect(await runProgram(program)).toMatchObject({ code: 0, signal: null, stdout: 'sent true\n' });
  });
});
