import { Expose, Type } from 'class-transformer';
import { IsArray, IsInt, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ArrayOf, MapOf, operation, response, TupleOf } from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Line {
  @Expose({ name: 'unit_price' }) @IsInt() unitPrice!: number;
}
class Box {
  @IsArray() @ArrayOf(() => Line) lines!: Line[];
}
class Order {
  @IsArray() @ArrayOf(() => Line) lines!: Line[];
  @IsObject() @MapOf(() => Line) byName!: Record<string, Line>;
  @IsArray() @TupleOf(() => [Line, Number]) pair!: [Line, number];
  @IsObject() compiled!: Line;
  @IsOptional() @ValidateNested() @Type(() => Box) box?: Box;
}

const LINE = { unit_price: 3 };
const ORDER = {
  lines: [LINE],
  byName: { a: LINE },
  pair: [LINE, 1],
  compiled: LINE,
  box: { lines: [LINE] },
};

it('gives handlers instances of the classes that only the document names, and sends them as they came', async () => {
  let seen: Order | undefined;
  const definition = { method: 'POST', path: '/orders', body: Order } as const;
  const run = runnerOf(
    operation(
      { ...definition, responses: { 200: response('The same', Order) } },
      ({ body }) => (seen = body),
    ),
  );
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await run({ target: '/orders', headers, body: JSON.stringify(ORDER) });
  expect([status, body]).toEqual([200, ORDER]);
  const lines = [seen?.lines[0], seen?.byName.a, seen?.pair[0], seen?.compiled, seen?.box?.lines[0]];
  expect(lines).toEqual(lines.map(() => Object.assign(new Line(), { unitPrice: 3 })));
  expect(lines.every((line) => line instanceof Line)).toBe(true);
});
