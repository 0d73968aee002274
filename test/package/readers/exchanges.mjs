// What is sent to the service of `service.mjs`, and the answers of dtospec.
import { createServer } from 'node:http';
import { ID, ORDER, partsOf } from './service.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };
const place = (name, change) => ({
  name,
  method: 'POST',
  path: '/orders',
  headers: JSON_TYPE,
  body: JSON.stringify({ ...ORDER, ...change }),
});
const list = (name, query, headers = {}) => ({ name, method: 'GET', path: `/orders${query}`, headers });
const FORM = [
  '--x',
  'Content-Disposition: form-data; name="caption"',
  '',
  'A cat',
  '--x',
  'Content-Disposition: form-data; name="picture"; filename="a.png"',
  'Content-Type: image/png',
  '',
  'PNG',
  '--x--',
  '',
];
const form = {
  name: 'form with a file',
  method: 'PUT',
  path: `/orders/${ID}/photo`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: FORM.join('\r\n'),
};

/** Requests, each named for what it tries. */
const REQUESTS = [
  place('order', {}),
  place('order with nulls', { color: null, address: null }),
  place('price of 0', { price: 0 }),
  place('cat without lives', { pet: { kind: 'cat' } }),
  place('unknown kind of pet', { pet: { kind: 'cow' } }),
  place('dog without breed in a list', { pets: [{ kind: 'dog' }] }),
  place('three numbers in a spot', { spot: [1, 2, 3] }),
  place('text in a spot', { spot: [1, 'b'] }),
  place('contact without both', { contact: {} }),
  place('city without zip', { address: { street: 'Road 1', city: 'Town' } }),
  place('tags twice', { tags: ['a', 'a'] }),
  place('unknown color', { color: 'green' }),
  place('deep category without name', { category: { name: 'a', children: [{ children: [] }] } }),
  list('list', '?page=2&sort=id&sort=price', { 'x-trace-id': ID, cookie: 'session=abcd' }),
  list('filter', '?filter%5Bstatus%5D=open&filter%5Bmin%5D=3'),
  list('page of text', '?page=two'),
  list('filter of text', '?filter%5Bmin%5D=three'),
  list('trace of text', '', { 'x-trace-id': 'none' }),
  list('short session', '', { cookie: 'session=a' }),
  { name: 'get', method: 'GET', path: `/orders/${ID}`, headers: { authorization: 'Bearer of-ada' } },
  { name: 'get by text', method: 'GET', path: '/orders/one', headers: { authorization: 'Bearer of-ada' } },
  form,
  { name: 'download', method: 'GET', path: `/orders/${ID}/photo`, headers: {} },
  { name: 'events', method: 'GET', path: '/ticks', headers: {} },
  { name: 'lines', method: 'GET', path: '/log', headers: {} },
];
const search = (name, body) => ({ name, method: 'QUERY', path: '/search', headers: JSON_TYPE, body });
const QUERIES = [
  search('QUERY', JSON.stringify({ text: 'lamp' })),
  search('QUERY of a number', JSON.stringify({ text: 1 })),
];

/** Returns the document of a version, exchanges with its server, and the same bodies as values. */
export async function recorded(dtospec, openapi) {
  const { config, endpoints, operations, webhook } = partsOf(dtospec, openapi);
  const docs = new dtospec.Docs(config);
  const serve = dtospec.nodeOperations(docs, operations);
  docs.addAll(...endpoints).addWebhook(webhook);
  const server = createServer((request, response) => void serve(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  try {
    const requests = openapi === '3.2' ? [...REQUESTS, ...QUERIES] : REQUESTS;
    const exchanges = [];
    for (const request of requests) exchanges.push(await exchange(url, request));
    const values = exchanges
      .filter(({ request }) => request.method === 'POST')
      .map(({ name, response }, index) => ({
        name,
        component: 'NewOrder',
        value: JSON.parse(REQUESTS[index].body),
        isValid: response.status < 400,
      }));
    return { document: docs.buildSpec(), exchanges, values, diagnostics: docs.diagnostics() };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Bodies are base64, because they travel as JSON. */
async function exchange(url, { name, method, path, headers, body }) {
  const response = await fetch(url + path, { method, headers, body });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    name,
    request: { method, path, headers, ...(body && { body: Buffer.from(body).toString('base64') }) },
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes.toString('base64'),
    },
  };
}
