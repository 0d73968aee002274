import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { Docs, formBody, formURLEncodedBody, mapOf, operation, response } from '../../../../src/index.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { pointerTo } from '../../../../src/shared/json-pointer.js';
import { checkLimits } from '../../../../src/operations/reader/value-limits.js';

let made = 0;
class Item {
  @IsOptional() @IsInt() size?: number;
  constructor() {
    made += 1;
  }
}

class Tree {
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @ValidateNested() @Type(() => Tree) inner?: Tree;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) all?: Tree[];
  @IsOptional() @ValidateNested({ each: true }) @ArrayMaxSize(20_000) @Type(() => Item) few?: Item[];
  @IsOptional() @IsObject() rest?: object;
}

class Fields {
  @IsOptional() @IsArray() codes?: string[];
  @IsOptional() @ValidateNested() @Type(() => Tree) tree?: Tree;
}

const info = { title: 'Trees', version: '1' };
const responses = { 200: response('As it came', { type: 'object' }) };
const empty = (): object => ({});
const serveWith = (limits: object): ReturnType<typeof fetchOperations> =>
  fetchOperations(
    new Docs({ info, diagnostics: 'silent' }),
    [
      operation({ method: 'POST', path: '/trees', body: Tree, responses }, empty),
      operation({ method: 'POST', path: '/lists', body: [Tree], responses }, empty),
      operation({ method: 'POST', path: '/maps', body: mapOf([Tree]), responses }, empty),
      operation({ method: 'POST', path: '/forms', body: formBody(Tree), responses }, empty),
      operation({ method: 'POST', path: '/texts', body: formURLEncodedBody(Fields), responses }, empty),
      operation({ method: 'GET', path: '/found', query: Fields, responses }, empty),
    ],
    limits,
  );
const serve = serveWith({});

interface Answer {
  readonly status: number;
  readonly errors?: readonly { readonly pointer: string; readonly rule: string }[];
}
async function ask(path: string, init: RequestInit, by = serve): Promise<Answer> {
  const answer = await by(new Request(`http://localhost${path}`, init));
  return { ...((await answer!.json()) as object), status: answer!.status };
}
const post = (body: string | FormData, path = '/trees', by = serve): Promise<Answer> => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return ask(path, { method: 'POST', headers, body }, by);
};

const nested = (depth: number, leaf: string) => '{"inner":'.repeat(depth) + leaf + '}'.repeat(depth);
const wide = (members: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, index) => [index, 1])));
const list = (count: number, item = '{}') => `[${Array(count).fill(item).join()}]`;
const formOf = (name: string, value: string) => {
  const form = new FormData();
  form.set(name, value);
  return form;
};

test.each<[string, number, string]>([
  ['500 levels', 200, nested(499, '{"size":1}')],
  ['501 levels', 400, nested(500, '{"size":1}')],
  // Where class-validator's own recursion found no room on the stack, and class-transformer's did.
  ['2,500 levels, and a fault at the end', 400, nested(2_500, '{"size":"x"}')],
  ['lists in lists', 400, `{"rest":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['many members', 200, `{"rest":${wide(1_000)}}`],
  ['too many', 413, `{"rest":${wide(1_001)}}`],
  ['many undocumented members, which are not visited', 200, wide(80_000)],
  ['many items', 200, `{"all":${list(10_000)}}`],
  ['too many items', 413, `{"all":${list(10_001)}}`],
  ['too many items that are null', 413, `{"all":${list(10_001, 'null')}}`],
  ['more items, as documented', 200, `{"few":${list(10_001)}}`],
  ['too many items in an open object', 413, `{"rest":{"x":${list(10_001, '1')}}}`],
  ['too many values', 413, `{"rest":${list(5, list(10_000, '1'))}}`],
])('%s', async (_, status, body) => {
  expect(await post(body)).toMatchObject({ status });
});

it('counts undocumented members where they are refused', async () => {
  const refusing = serveWith({ unknownProperties: 'refuse' });
  expect(await post(wide(80_000), '/trees', refusing)).toMatchObject({ status: 413 });
  expect(await post('{"other":1}', '/trees', refusing)).toMatchObject({ status: 400 });
});

test.each<[string, number, string, string | FormData]>([
  ['items of a body that is a list', 413, '/lists', list(10_001)],
  ['members in a part of a form', 413, '/forms', formOf('rest', wide(80_000))],
  ['levels in a part of a form', 400, '/forms', formOf('inner', nested(600, '{}'))],
  ['items in a part of a form', 413, '/forms', formOf('all', `{"all":${list(10_001)}}`)],
])('refuses too many %s', async (_, status, path, body) => {
  expect(await post(body, path)).toMatchObject({ status });
});

test.each<[string, number, string]>([
  ['fields', 413, Array(10_001).fill('a').join('&')],
  ['items of a list', 413, `codes=${Array(10_001).fill('1').join('&codes=')}`],
  [
    'members of a field',
    413,
    Array.from({ length: 1_001 }, (_, index) => `tree[rest][${index}]=1`).join('&'),
  ],
])('refuses too many %s of a form', async (_, status, body) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await ask('/texts', { method: 'POST', headers, body })).toMatchObject({ status });
});

test.each<[string, string]>([
  ['items', `codes=${Array(10_001).fill('1').join('&codes=')}`],
  ['members', Array.from({ length: 1_001 }, (_, index) => `tree[rest][${index}]=1`).join('&')],
])('refuses too many %s of a query', async (_, query) => {
  expect(await ask(`/found?${query}`, {})).toMatchObject({ status: 400 });
});

test('checks the documented maxItems before an instance is made', async () => {
  made = 0;
  const answer = await post(`{"inner":{"few":${list(20_001)}}}`);
  expect(answer).toMatchObject({ status: 400, errors: [{ pointer: '#/inner/few', rule: 'arrayMaxSize' }] });
  expect(made).toBe(0);
});

test.each<[string, object, string]>([
  ['in a value of a map', { type: 'object', additionalProperties: { maxItems: 2 } }, '#/x'],
  ['in a part of allOf', { allOf: [{ properties: { x: { maxItems: 2 } } }] }, '#/x'],
  ['beside null', { properties: { x: { anyOf: [{ maxItems: 2 }, { type: 'null' }] } } }, '#/x'],
])('finds the documented maxItems %s', (_, schema, pointer) => {
  const limits = { maxItems: 10, maxMembers: 10, maxValues: 100 };
  const documented = { schema: schema as Schema, resolve: () => undefined };
  const check = (count: number) =>
    checkLimits({ x: Array(count).fill(1) }, { limits, place: 'body' }, documented);
  expect(check(2)).toBeUndefined();
  expect(pointerTo(check(3)?.path ?? [])).toBe(pointer);
});

test('counts members, items and values up to the limits themselves', () => {
  const limits = { maxItems: 2, maxMembers: 2, maxValues: 4 };
  const check = (value: unknown) =>
    checkLimits(value, { limits, place: 'body' }, { schema: {}, resolve: () => undefined });
  expect(check({ a: 1, b: 2 })).toBeUndefined();
  expect(() => check({ a: 1, b: 2, c: 3 })).toThrow('more than 2 members');
  expect(check([1, 2])).toBeUndefined();
  expect(() => check([1, 2, 3])).toThrow('more than 2 items');
  expect(check([[1, 2], 3])).toBeUndefined();
  expect(() => check([[1, 2], [3]])).toThrow('more than 4 values');
});

test('applies other limits, for short bodies too', async () => {
  const by = serveWith({ limits: { maxItems: 2, maxValues: 5 } });
  expect(await post('{"all":[{},{}]}', '/trees', by)).toMatchObject({ status: 200 });
  expect(await post('{"all":[{},{},{}]}', '/trees', by)).toMatchObject({ status: 413 });
  expect(await post('{"inner":{"inner":{"inner":{"all":[{},{}]}}}}', '/trees', by)).toMatchObject({
    status: 413,
  });
  expect(() => serveWith({ limits: { maxItems: '2' } })).toThrow('maxItems');
  expect(() => serveWith({ limits: { most: 2 } })).toThrow('maxItems, maxMembers, maxValues');
});

test('lists as many faults as fit in a response of limited size', async () => {
  for (const [path, body] of [
    ['/trees', `{"all":${list(5_000, '1')}}`],
    ['/lists', list(5_000, '{"size":"x"}')],
  ] as const) {
    const answer = await post(body, path);
    expect(answer.status).toBe(400);
    expect(answer.errors?.length).toBeGreaterThan(100);
    expect(JSON.stringify(answer).length).toBeLessThan(150_000);
  }
});

test('does not repeat a long name in a thousand faults', async () => {
  const answer = await post(`{"${'x'.repeat(200_000)}":${list(2_000, '{"size":"x"}')}}`, '/maps');
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer).length).toBeLessThan(1_000_000);
});

test('counts an object in many places in each of them', () => {
  let laughs: object = {};
  for (let level = 0; level < 100; level += 1) laughs = [laughs, laughs];
  const limits = { maxItems: 10, maxMembers: 10, maxValues: 1_000 };
  expect(() => {
    checkLimits(laughs, { limits, place: 'body' }, { schema: {}, resolve: () => undefined });
  }).toThrow('more than 1000 values');
});
