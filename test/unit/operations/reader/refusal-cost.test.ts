import { IsArray, IsInt, IsOptional, Max, Min } from 'class-validator';
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
