import { Docs, Webhook } from '../../../src/index.js';
import {
  Message,
  Notifier,
  WebhookChannel,
  type WebhookChannelOptions,
} from '../../../src/webhooks/messages/index.js';
import { startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';

@Webhook('order.shipped')
class OrderShipped {}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** HTTP's own, and what OpenAPI documents elsewhere. */
const IGNORED =
  /^(host|connection|content-length|content-type|accept|accept-encoding|user-agent|authorization)$/;

interface Parameter {
  readonly name: string;
  readonly schema: { readonly pattern?: string };
}
const webhookOf = (document: unknown) =>
  (document as { webhooks: Record<string, { post: { parameters?: Parameter[] } }> }).webhooks[
    'order.shipped'
  ]!.post;

const defaultHeaders = { 'X-Tenant': 'a', 'X-Api-Key': 'internal', Authorization: 'Bearer internal' };

describe('docs.addWebhook(Class, { channel }) documents what that channel sends', () => {
  test.each<[string, (url: string) => WebhookChannelOptions, string[]]>([
    ['nothing', (defaultURL) => ({ defaultURL }), []],
    ['X-Signature', (defaultURL) => ({ defaultURL, signingSecret: 'secret' }), ['x-signature']],
    [
      'both signatures and default headers',
      (defaultURL) => ({
        defaultURL,
        signingSecret: 'secret',
        standardWebhooks: { secrets: [SECRET] },
        defaultHeaders,
      }),
      ['webhook-id', 'webhook-signature', 'webhook-timestamp', 'x-api-key', 'x-signature', 'x-tenant'],
    ],
    [
      'endpoints',
      (url) => ({
        endpoints: () => ({ id: 'e', url, secrets: [SECRET] }),
        signingSecret: 'secret',
        defaultHeaders,
      }),
      ['webhook-id', 'webhook-signature', 'webhook-timestamp', 'x-tenant'],
    ],
    [
      'endpoints that get credentials',
      (url) => ({
        endpoints: () => ({ id: 'e', url, secrets: [SECRET] }),
        credentialsToEndpoints: true,
        defaultHeaders,
      }),
      ['webhook-id', 'webhook-signature', 'webhook-timestamp', 'x-api-key', 'x-tenant'],
    ],
  ])('documents %s', async (_, options, expected) => {
    const receiver = await startReceiver();
    const channel = new WebhookChannel({ blockPrivateNetworks: false, ...options(receiver.url) });
    const docs = new Docs({ info: { title: 'a', version: '1' } });
    docs.addWebhook(OrderShipped, { channel });
    const document = docs.buildSpec();
    await expectValidDocument(document);
    const notifier = new Notifier().register(channel);
    await notifier.send('x', {
      via: () => ['webhook'],
      toWebhook: () => new Message().setJSON(new OrderShipped()),
    } as never);
    await notifier.drain();
    const [{ headers }] = receiver.requests as [(typeof receiver.requests)[0]];
    const { parameters = [] } = webhookOf(document);
    const documented = parameters.map(({ name }) => name.toLowerCase()).sort();
    expect(documented).toEqual(expected);
    expect(documented).toEqual(
      Object.keys(headers)
        .filter((name) => !IGNORED.test(name))
        .sort(),
    );
    expect(JSON.stringify(document)).not.toContain('internal');
    const isUnlike = (name: string, pattern: string | undefined): boolean =>
      pattern !== undefined && !new RegExp(pattern).test(headers[name.toLowerCase()] ?? '');
    expect(parameters.filter(({ name, schema }) => isUnlike(name, schema.pattern))).toEqual([]);
    await receiver.close();
  });

  test('keeps the description of a header, and reports an invalid channel', () => {
    const docs = new Docs({ info: { title: 'a', version: '1' } });
    const channel = new WebhookChannel({ defaultHeaders: { 'X-Tenant': 'a' } });
    docs.addWebhook(OrderShipped, { channel, headers: { 'x-tenant': 'Whose order it is' } });
    const { parameters } = webhookOf(docs.buildSpec());
    expect(parameters).toEqual([expect.objectContaining({ description: 'Whose order it is' })]);
    const wrong = new Docs({ info: { title: 'a', version: '1' } });
    wrong.addWebhook(OrderShipped, { channel: {} as never });
    wrong.buildSpec();
    expect(
      wrong.diagnostics({ notes: true }).some(({ message }) => message.includes('the channel that sends it')),
    ).toBe(true);
  });
});
