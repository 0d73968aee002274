import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { arrayOf, ArrayOf, OneOf, operation, response, rules } from '../../../../src/index.js';
import type { Constructor } from '../../../../src/shared/types.js';
import { runnerOf } from '../run.js';

const CLASSES = 20;
const LAST = CLASSES * 10 - 5;

class Node {}
const classes = Array.from({ length: CLASSES }, (_, index): Constructor => {
  const target = class {};
  Object.defineProperty(target, 'name', { value: `Branch${index}` });
  rules(
    target as never,
    {
      q: [IsInt(), Min(index * 10), Max(index * 10 + 9)],
      k: [IsOptional(), IsArray(), ArrayOf(() => Node)],
    } as never,
  );
  return target;
});
OneOf(() => classes)(Node);

class Holder {
  @IsArray() @ArrayOf(() => Node) l!: object[];
}

const nested = (leaf: unknown, depth = 8): object =>
  depth === 0 ? { q: leaf } : { q: LAST, k: [nested(leaf, depth - 1)] };
const listOf = (leaf: unknown): object[] => Array.from({ length: 60 }, () => nested(leaf));

it.each([
  ['in a member', Holder, (leaf: unknown) => ({ l: listOf(leaf) })],
  ['in a body', arrayOf(Node), listOf],
])('a recursive union %s costs at most twice as much if it is refused', async (_, body, valueOf) => {
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/nodes', body: body as never, responses: { 204: response('Done') } },
      () => undefined,
    ),
    {},
  );
  const timeOf = async (leaf: unknown, status: number): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify(valueOf(leaf));
    const before = process.cpuUsage();
    expect(await run({ target: '/nodes', headers, body: text })).toMatchObject({ status });
    return process.cpuUsage(before).user;
  };
  let [accepted, refused] = [Infinity, Infinity];
  for (let round = 0; round < 8; round += 1) {
    accepted = Math.min(accepted, await timeOf(LAST, 204));
    refused = Math.min(refused, await timeOf('a', 400));
  }
  expect(refused).toBeLessThan(2 * accepted);
});

it('writes no message that the response has no room for', async () => {
  let [checked, written] = [0, 0];
  class Line {
    @ValidateBy(
      { name: 'isEven', validator: { validate: (value) => (checked += Number(value ?? 0)) < 0 } },
      { message: () => 'odd'.slice((written += 1) * 0) },
    )
    n!: number;
  }
  class Order {
    @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  }
  const definition = { method: 'POST', path: '/orders', body: Order, responses: { 204: response('Done') } };
  const run = runnerOf(
    operation(definition as never, () => undefined),
    {},
  );
  const body = JSON.stringify({ lines: Array.from({ length: 5_000 }, () => ({ n: 1 })) });
  const answer = await run({ target: '/orders', headers: { 'content-type': 'application/json' }, body });
  expect(answer).toMatchObject({ status: 400 });
  const { errors } = answer.body as { errors: object[] };
  expect(errors).toHaveLength(1_000);
  expect(errors.at(-1)).toEqual({ in: 'body', pointer: '#/lines/999/n', detail: 'odd', rule: 'isEven' });
  expect({ checked, written }).toEqual({ checked: 5_000, written: 1_000 });
});
