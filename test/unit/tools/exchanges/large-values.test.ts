import { checkExchange } from '../../../../src/tools/testing.js';

const kinds = ['cat', 'dog', 'bird'].map((kind) => ({
  ...{ type: 'object', required: ['kind', 'name'] },
  properties: { kind: { const: kind }, name: { type: 'string' } },
}));
const schema = { type: 'array', items: { oneOf: kinds } };
const answer = { description: 'Pets', content: { 'application/json': { schema } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { responses: { 200: answer } } } },
};

test('compares a list whose thousands of items all match no alternative', async () => {
  const body = Array.from({ length: 4000 }, () => ({ kind: 'dog', name: 1 }));
  const { mismatches } = await checkExchange(document, {
    request: { method: 'GET', url: '/pets' },
    response: { status: 200, body },
  });
  expect(mismatches).toHaveLength(50);
  expect(mismatches[49]).toMatchObject({ pointer: '#/49/name', rule: 'type' });
});
