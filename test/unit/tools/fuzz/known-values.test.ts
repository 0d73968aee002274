import { KnownValues } from '../../../../src/tools/fuzz/known-values.js';

function learned(path: string, body: unknown, status = 200): KnownValues {
  const known = new KnownValues();
  const headers = new Map([['content-type', ['application/json']]]);
  const response = { status, headers, body: { kind: 'text', text: JSON.stringify(body) } as const };
  known.learn({ documented: { path } } as never, { kind: 'answer', response }, new Map());
  return known;
}

const ORDER = { id: 'o1', number: 7, customer: { id: 'c1', name: 'Ada' }, lines: [{ sku: 's1' }] };

test.each<[string, unknown, string, string, unknown[]]>([
  ['/orders', ORDER, '/orders/{id}', 'id', ['o1']],
  ['/orders', ORDER, '/orders/{orderId}', 'orderId', ['o1']],
  ['/orders', ORDER, '/orders/{number}/lines', 'number', [7, 'o1']],
  ['/orders', { items: [ORDER, { id: 'o2' }] }, '/orders/{id}', 'id', ['o2', 'o1']],
  ['/orders', { data: ORDER }, '/orders/{id}', 'id', ['o1']],
  ['/orders', ORDER, '/invoices', 'customerId', ['c1']],
  ['/categories', [{ id: 3 }], '/products', 'category_id', [3]],
  ['/orders', ORDER, '/invoices', 'name', []],
  ['/orders', ORDER, '/invoices', 'id', []],
  ['/orders', ORDER, '/invoices/{id}', 'id', []],
])('learns from %s with %j what %s needs for %s', (path, body, wanted, name, expected) => {
  expect(learned(path, body).suggest(wanted, name)).toEqual(expected);
});

test('learns some members of a response that has thousands', () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, { id: index }]));
  const known = learned('/things', body);
  const found = Array.from({ length: 5000 }, (_, index) => known.suggest('/others', `k${index}Id`).length);
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(1000);
  expect(known.suggest('/others', 'k1Id')).toEqual([1]);
});

test('learns no values from rejected requests, or from bodies other than JSON', () => {
  expect(learned('/orders', ORDER, 404).suggest('/orders/{id}', 'id')).toEqual([]);
  expect(learned('/orders', undefined).suggest('/orders/{id}', 'id')).toEqual([]);
});
