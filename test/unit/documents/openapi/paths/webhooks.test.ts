import { IsString } from 'class-validator';
import { Docs, type OpenApiVersion, response, type TypeInput, Webhook } from '../../../../../src/index.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';
import { info } from '../build.js';
import type { WebhookOptions } from '../../../../../src/documents/openapi/types/endpoint.js';

@Webhook('order.shipped')
class OrderShipped {
  @IsString() orderId!: string;
}

class Plain {
  @IsString() id!: string;
}

function docsWith(type: TypeInput, options?: WebhookOptions, openapi: OpenApiVersion = '3.1'): Docs {
  return new Docs({ info, openapi }).addWebhook(type, options);
}

async function webhooksOf(type: TypeInput, options?: WebhookOptions) {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    await expectValidDocument(docsWith(type, options, openapi).buildSpec());
  }
  const docs = docsWith(type, options);
  const codes = docs
    .diagnostics({ notes: true })
    .map(({ code }) => code)
    .filter((code) => code !== 'looser-rule' && code !== 'webhook-without-event-name');
  return { webhooks: docs.buildSpec().webhooks, codes };
}

describe('docs.addWebhook', () => {
  test('reports a method that OpenAPI lacks, and documents POST', async () => {
    const { webhooks, codes } = await webhooksOf(OrderShipped, { method: 'FETCH' as 'PUT' });
    expect(Object.keys(webhooks?.['order.shipped'] ?? {})).toEqual(['post']);
    expect(codes).toEqual(['unsupported-method']);
  });

  test('the class is the body, under the name in @Webhook', async () => {
    const { webhooks, codes } = await webhooksOf(OrderShipped);
    expect(webhooks).toEqual({
      'order.shipped': {
        post: {
          summary: 'order.shipped',
          operationId: 'onOrderShipped',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderShipped' } } },
          },
          responses: { '2XX': { description: expect.any(String) } },
        },
      },
    });
    expect(codes).toEqual([]);
  });

  test('the options are in the operation', async () => {
    const { webhooks } = await webhooksOf(OrderShipped, {
      name: 'shipped',
      summary: 'Shipped',
      description: 'An order left the house.',
      tags: ['orders'],
      method: 'PUT',
      contentType: 'application/vnd.order+json',
      operationId: 'shipped',
      deprecated: true,
      extensions: { 'x-a': 1 },
      headers: { 'X-Event': 'Name of the event' },
    });
    expect(webhooks).toMatchObject({
      shipped: {
        put: {
          summary: 'Shipped',
          description: 'An order left the house.',
          tags: ['orders'],
          operationId: 'shipped',
          deprecated: true,
          'x-a': 1,
          parameters: [{ name: 'X-Event', in: 'header', description: 'Name of the event', required: true }],
          requestBody: { content: { 'application/vnd.order+json': {} } },
        },
      },
    });
  });

  test.each<[WebhookOptions, string[]]>([
    [{}, []],
    [{ signature: true }, ['X-Signature']],
    [{ standardWebhooks: true }, ['webhook-id', 'webhook-timestamp', 'webhook-signature']],
    [
      { signature: true, standardWebhooks: true },
      ['X-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ],
  ])('with %p, requires these signature headers', async (options, expected) => {
    const { webhooks } = await webhooksOf(OrderShipped, options);
    const parameters = webhooks?.['order.shipped']?.post?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toEqual(expected);
    expect(parameters.every((parameter) => parameter.in === 'header' && parameter.required)).toBe(true);
  });

  test('describes X-Signature as the channel sends it', async () => {
    const { webhooks } = await webhooksOf(OrderShipped, { signature: true });
    const signature = webhooks?.['order.shipped']?.post?.parameters?.[0];
    expect(signature?.description).toMatch(/HMAC-SHA256.*raw body.*`sha256=`.*lowercase hex.*constant time/s);
    expect(`sha256=${'0a'.repeat(32)}`).toMatch(new RegExp(signature?.schema?.pattern ?? ''));
  });

  test('documents them under x-webhooks in OpenAPI 3.0, in its own dialect', () => {
    const document = docsWith({ type: ['string', 'null'] }, { name: 'note' }, '3.0').buildSpec();
    expect(document.webhooks).toBeUndefined();
    expect(document['x-webhooks']).toMatchObject({
      note: {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'string', nullable: true } } } },
        },
      },
    });
  });

  test("does not apply the API's own security to the receivers", () => {
    const docs = new Docs({ info, security: ['bearerAuth'] }).addWebhook(OrderShipped);
    expect(docs.buildSpec().webhooks?.['order.shipped']?.post?.security).toEqual([]);
  });

  test('a class without @Webhook goes by its own name, with a diagnostic', async () => {
    const { webhooks, codes } = await webhooksOf(Plain);
    expect(Object.keys(webhooks ?? {})).toEqual(['Plain']);
    expect(codes).toEqual(['webhook-without-name']);
  });

  test('keeps the last of two with one name, and validate() reports it', () => {
    const docs = docsWith(OrderShipped).addWebhook(Plain, { name: 'order.shipped' });
    expect(JSON.stringify(docs.buildSpec().webhooks)).toContain('schemas/Plain');
    expect(docs.validate()?.errors.map(({ code }) => code)).toEqual(['duplicate-webhook']);
  });

  test('reports a duplicate operationId of an endpoint and a webhook', () => {
    const endpoint = {
      method: 'GET',
      path: '/',
      operationId: 'onOrderShipped',
      responses: { 200: response('OK') },
    };
    const errors = docsWith(OrderShipped).add(endpoint).validate()?.errors ?? [];
    expect(errors.map(({ code, place }) => [code, place])).toEqual([
      ['duplicate-operation-id', 'webhooks order.shipped'],
    ]);
  });

  test.each<[string, TypeInput, WebhookOptions, string]>([
    ['no class', 'order' as unknown as TypeInput, {}, 'broken-webhook'],
    ['a list without a name', [OrderShipped], {}, 'broken-webhook'],
    ['a header with a line break', OrderShipped, { headers: { 'X-A\n': '' } }, 'invalid-header-name'],
  ])('%s has a defined result', async (_title, type, options, code) => {
    expect((await webhooksOf(type, options)).codes).toEqual([code]);
  });
});
