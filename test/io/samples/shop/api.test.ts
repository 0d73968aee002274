import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { checkExchange } from 'dtospec-tools/testing';
import type { Arrival } from '../../../../samples/shop/receiver.js';
import { startShop, type Shop } from '../../../../samples/shop/shop.js';

interface Document {
  components: { schemas: Record<string, object> };
}

/** Bodies of `POST /orders`, beside a right `customerId`; each is right or wrong. */
const ORDERS: readonly [title: string, change: object, right: boolean][] = [
  ['nothing amiss', {}, true],
  ['a note', { note: 'ring twice' }, true],
  ['paid by transfer', { payment: { method: 'transfer', iban: 'DE02120300000000202051' } }, true],
  ['no lines', { lines: [] }, false],
  ['lines that are none', { lines: 'LAMP-7' }, false],
  ['a quantity of zero', { lines: [{ sku: 'LAMP-7', quantity: 0 }] }, false],
  ['half a lamp', { lines: [{ sku: 'LAMP-7', quantity: 0.5 }] }, false],
  ['a quantity in words', { lines: [{ sku: 'LAMP-7', quantity: 'two' }] }, false],
  ['a line without article', { lines: [{ quantity: 1 }] }, false],
  ['no payment', { payment: undefined }, false],
  ['an unknown payment', { payment: { method: 'cash' } }, false],
  ['a card without digits', { payment: { method: 'card' } }, false],
  ['a card with letters', { payment: { method: 'card', lastDigits: 'four' } }, false],
  ['a customer who is none', { customerId: 'ada' }, false],
  ['a note too long', { note: 'x'.repeat(201) }, false],
];

describe('the sample matches its document', () => {
  const arrivals: Arrival[] = [];
  let shop: Shop;
  let document: Document;
  let customerId: string;
  let isOrderRequest: (body: unknown) => boolean;
  let isOrder: (body: unknown) => boolean;

  beforeAll(async () => {
    shop = await startShop(0, (arrival) => arrivals.push(arrival));
    document = (await (await fetch(`${shop.url}/docs/openapi.json`)).json()) as Document;
    isOrderRequest = checkerOf(document, 'NewOrder');
    isOrder = checkerOf(document, 'Order');
    const made = await post('/customers', { name: 'Ada Lovelace', email: 'ada@example.com' });
    customerId = (made.body as { id: string }).id;
  });
  afterAll(() => shop.close());

  async function post(path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const headers = { 'content-type': 'application/json', 'x-api-key': shop.apiKey };
    const request = new Request(shop.url + path, {
      method: 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await fetch(request.clone());
    const options = { additionalProperties: false };
    const { mismatches } = await checkExchange(document, { request, response }, options);
    expect(mismatches).toEqual([]);
    return { status: response.status, body: await response.json() };
  }

  test.each(ORDERS)('accepts or rejects an order with %s as documented', async (_title, change, right) => {
    const lines = [{ sku: 'LAMP-7', quantity: 2 }];
    const order = { customerId, lines, payment: { method: 'card', lastDigits: '4242' }, ...change };
    const answer = await post('/orders', order);
    expect(answer.status).toBe(right ? 201 : 422);
    expect(isOrderRequest(JSON.parse(JSON.stringify(order)))).toBe(right);
    expect(isOrder(answer.body)).toBe(right);
  });

  test("sends one webhook for a shipment, signed with this customer's own secret", async () => {
    const payment = { method: 'card', lastDigits: '4242' };
    const placed = await post('/orders', { customerId, lines: [{ sku: 'A', quantity: 1 }], payment });
    const { id } = placed.body as { id: string };
    const shipped = await post(`/orders/${id}/shipment`);
    expect(shipped.status).toBe(200);
    expect(arrivals).toHaveLength(1);
    const { headers, body } = arrivals[0]!;
    const news = { event: 'order.shipped', orderId: id, id: headers['webhook-id'] };
    expect(arrivals[0]).toMatchObject({ path: `/hooks/${customerId}`, event: news });
    expect(JSON.parse(body)).toMatchObject(news);
    const resend = async (path: string): Promise<number> => {
      const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const captured = Object.fromEntries(signed.map((name) => [name, String(headers[name])]));
      return (await fetch(shop.receiverUrl + path, { method: 'POST', headers: captured, body })).status;
    };
    expect(await resend(`/${customerId}`)).toBe(204);
    expect(await resend('/somebody-else')).toBe(401);
  });

  test('rejects a request without the key', async () => {
    expect((await fetch(`${shop.url}/orders`)).status).toBe(401);
  });

  test.each(['page=0', 'pageSize=1000', 'status=lost', 'page=x'])('rejects the list ?%s', async (query) => {
    const response = await fetch(`${shop.url}/orders?${query}`, { headers: { 'x-api-key': shop.apiKey } });
    expect(response.status).toBe(422);
  });

  test('sends documented error responses', async () => {
    const isProblem = checkerOf(
      (await (await fetch(`${shop.url}/docs/openapi.json`)).json()) as Document,
      'ProblemDetails',
    );
    const key = { 'x-api-key': shop.apiKey };
    const order = { customerId: randomUUID(), lines: [{ sku: 'A', quantity: 1 }] };
    const payment = { method: 'card', lastDigits: '4242' };
    const body = JSON.stringify({ ...order, payment });
    const answers = await Promise.all([
      fetch(`${shop.url}/orders`),
      fetch(`${shop.url}/orders/${randomUUID()}`, { headers: key }),
      fetch(`${shop.url}/orders?page=0`, { headers: key }),
      fetch(`${shop.url}/orders`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body,
      }),
      fetch(`${shop.url}/orders`, { method: 'POST', headers: key, body }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 422, 422, 415]);
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      const problem: unknown = await answer.json();
      expect({ problem, valid: isProblem(problem) }).toMatchObject({ valid: true });
    }
  });

  test('responds with 404 for an unknown order', async () => {
    const headers = { 'x-api-key': shop.apiKey };
    expect((await fetch(`${shop.url}/orders/${randomUUID()}`, { headers })).status).toBe(404);
    expect((await fetch(`${shop.url}/orders/one`, { headers })).status).toBe(422);
  });
});

function checkerOf(document: Document, name: string): (body: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'http://shop/document', ...document });
  return (body) => ajv.validate(`http://shop/document#/components/schemas/${name}`, body);
}
