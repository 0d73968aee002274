import { IsInt, IsString } from 'class-validator';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { createClient, unwrap } from '../../../src/client/index.js';
import { csv, Docs, operation, response } from '../../../src/index.js';

it('has the types of CSV and of several media types', async () => {
  class Row {
    @IsString() sku!: string;
    @IsInt() count!: number;
  }
  const responses = { 200: response('Rows', csv([Row])) };
  const echo = operation({ method: 'PUT', path: '/rows', body: csv([Row]), responses }, ({ body }) => body);
  const count = operation(
    {
      method: 'POST',
      path: '/rows',
      body: { required: true, content: { 'application/json': [Row], 'text/csv': csv([Row]) } },
      responses: { 200: response('Number', Number) },
    },
    ({ body }) => body.length,
  );
  const docs = new Docs({ info: { title: 'Rows', version: '1' } });
  const serve = fetchOperations(docs, [echo, count]);
  const rows = docs.clientApi([echo, count]);
  const api = createClient<typeof rows>('http://127.0.0.1:1', {
    fetch: async (url, init) => (await serve(new Request(url, init))) ?? new Response(null, { status: 404 }),
  });
  const text = 'sku,count\r\na,1\r\n';
  const body = new Blob([text], { type: 'text/csv' });
  expect(await unwrap(api['/rows'].put({ body, as: 'text' }))).toBe(text);
  expect(await unwrap(api['/rows'].post({ body }))).toBe(1);
  expect(await unwrap(api['/rows'].post({ body: [{ sku: 'a', count: 1 }] }))).toBe(1);
  const wrong = () => [
    // @ts-expect-error the body is required
    api['/rows'].post({}),
    // @ts-expect-error a misspelt member
    api['/rows'].post({ body: [{ sku: 'a', counts: 1 }] }),
    // @ts-expect-error CSV is not parsed
    unwrap(api['/rows'].put({ body })).then((data) => data.length),
  ];
  expect(wrong).toBeInstanceOf(Function);
});
