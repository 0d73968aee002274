import { IsInt, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, formBody, operation, response } from '../../../src/index.js';
import { refuseHostile } from '../../../src/operation/refuse-hostile.js';

class Tree {
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @ValidateNested() @Type(() => Tree) inner?: Tree;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) all?: Tree[];
  @IsOptional() @IsObject() rest?: object;
}

const info = { title: 'Trees', version: '1' };
const responses = { 200: response('As it came', Tree) };
const serve = fetchOperations(new Docs({ info }), [
  operation({ method: 'POST', path: '/trees', body: Tree, responses }, ({ body }) => body),
  operation({ method: 'POST', path: '/forms', body: formBody(Tree), responses }, ({ body }) => body),
]);

async function post(body: string | FormData): Promise<{ status: number; errors?: unknown[] }> {
  const isText = typeof body === 'string';
  const headers = isText ? { 'content-type': 'application/json' } : {};
  const answer = await serve(
    new Request(`http://localhost/${isText ? 'trees' : 'forms'}`, { method: 'POST', headers, body }),
  );
  return { status: answer!.status, ...((await answer!.json()) as object) };
}

const nested = (depth: number, leaf: string) => '{"inner":'.repeat(depth) + leaf + '}'.repeat(depth);
const wide = (members: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, index) => [index, 1])));
const formOf = (name: string, value: string) => {
  const form = new FormData();
  form.set(name, value);
  return form;
};

test.each<[string, number, string | FormData]>([
  ['500 levels', 200, nested(499, '{"size":1}')],
  ['501 levels', 400, nested(500, '{"size":1}')],
  // Where class-validator's own recursion found no room on the stack, and class-transformer's did.
  ['2,500 levels, and a fault at the end', 400, nested(2_500, '{"size":"x"}')],
  ['lists in lists', 400, `{"rest":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['many members', 200, `{"rest":${wide(5_200)}}`],
  ['too many', 413, `{"rest":${wide(6_000)}}`],
  ['too many on top', 413, wide(80_000)],
  ['too many in a part of a form', 413, formOf('rest', wide(80_000))],
  ['too many levels in a part of a form', 400, formOf('inner', nested(600, '{}'))],
])('%s', async (_, status, body) => {
  expect(await post(body)).toMatchObject({ status });
});

test('of very many faults the first thousand are told', async () => {
  const { status, errors } = await post(`{"all":[${Array(5_000).fill('1').join()}]}`);
  expect([status, errors?.length]).toEqual([400, 1_000]);
});

test('one object in many places is gone through once', () => {
  let laughs: object = {};
  for (let level = 0; level < 100; level += 1) laughs = [laughs, laughs];
  refuseHostile(laughs, undefined, 2 ** 20);
});
