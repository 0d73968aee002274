import { IsInt, IsString } from 'class-validator';
import {
  arrayOf,
  operation,
  reply,
  response,
  type Parameter,
  type TypeInput,
} from '../../../../src/index.js';
import { runnerOf, type TestResponse } from '../run.js';

class Filter {
  @IsString() column!: string;
  @IsInt() value!: number;
}

const responses = { 200: response('What came', { type: 'object' } as const) };
const json = (schema: TypeInput): NonNullable<Parameter['content']> => ({ 'application/json': { schema } });

const run = (parameters: Parameter[], path = '/x') =>
  runnerOf(
    operation({ method: 'GET', path: path as '/x', parameters, responses }, ({ params, query, headers }) =>
      reply(200, { ...params, ...query, ...headers }),
    ),
  );
const filters = run([{ name: 'filters', in: 'query', content: json(arrayOf(Filter)) }]);
const ask = (text: string): Promise<TestResponse> => filters({ target: `/x?filters=${text}` });
const encode = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

it('reads a list of objects from JSON text', async () => {
  const value = [{ column: 'a,b', value: 1 }];
  expect(await ask(encode(value))).toMatchObject({ status: 200, body: { filters: value } });
  expect(await filters({ target: '/x' })).toMatchObject({ status: 200, body: {} });
});

it('reads JSON from a path and a header', async () => {
  const both = run(
    [
      { name: 'where', in: 'path', required: true, content: json(Filter) },
      { name: 'X-Sizes', in: 'header', content: json({ type: 'array', items: { type: 'integer' } }) },
    ],
    '/x/{where}',
  );
  const where = { column: 'a', value: 1 };
  const response = await both({ target: `/x/${encode(where)}`, headers: { 'x-sizes': '[1, 2]' } });
  expect(response).toMatchObject({ status: 200, body: { where, 'X-Sizes': [1, 2] } });
});

it.each([
  ['another type of a member', encode([{ column: 'a', value: '1' }]), '#/filters/0/value'],
  ['no list', encode({ column: 'a', value: 1 }), '#/filters'],
  ['no JSON', '[{', '#/filters'],
  ['a repeated parameter', '[]&filters=[]', '#/filters'],
  ['no value', '', '#/filters'],
])('rejects %s', async (_, text, pointer) => {
  expect(await ask(text)).toMatchObject({ status: 400, body: { errors: [{ in: 'query', pointer }] } });
});

it('rejects members in another style instead of dropping them', async () => {
  const where = run([{ name: 'where', in: 'query', content: json(Filter) }]);
  expect((await where({ target: '/x?where[column]=a&where[value]=1' })).status).toBe(400);
});

it('removes undocumented members', async () => {
  expect(await ask(encode([{ column: 'a', value: 1, more: true }]))).toMatchObject({
    body: { filters: [{ column: 'a', value: 1 }] },
  });
});

it('refuses other media types at registration', () => {
  const content = { 'application/xml': { schema: { type: 'string' } } } as const;
  expect(() => run([{ name: 'x', in: 'query', content }])).toThrow(
    'operation GET /x has the query parameter x, whose content is not JSON, so operations cannot read it.',
  );
});
