import { Expose, Type } from 'class-transformer';
import { Equals, IsArray, IsInt, IsObject, IsOptional, ValidateNested } from 'class-validator';
import {
  ArrayOf,
  arrayOf,
  MapOf,
  OneOf,
  oneOf,
  operation,
  ReadOnly,
  response,
  TupleOf,
} from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Line {
  @Expose({ name: 'unit_price' }) @IsInt() unitPrice!: number;
}
class Circle {
  @Equals('circle') kind!: 'circle';
  @Expose({ name: 'size_mm' }) @IsInt() size!: number;
  @ReadOnly() @IsOptional() @IsInt() id?: number;
}
class Square {
  @Equals('square') kind!: 'square';
  @Expose({ name: 'size_mm' }) @IsInt() side!: number;
}
class Drawing {
  @IsObject() @OneOf(() => [Circle, Square]) shape!: Circle | Square;
  @IsObject() @OneOf(() => [Circle, Square], { discriminator: 'kind' }) named!: Circle | Square;
  @IsArray() @OneOf(() => [Circle, arrayOf(Square)]) several!: Circle | Square[];
  @IsObject() @MapOf(() => oneOf(Circle, Square)) byName!: Record<string, Circle | Square>;
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

const CIRCLE = { kind: 'circle', size_mm: 3 };
const SQUARE = { kind: 'square', size_mm: 3 };
const DRAWING = { shape: SQUARE, named: SQUARE, several: [SQUARE], byName: { a: CIRCLE, b: SQUARE } };

it('gives handlers instances of the class of a union that fits, in the order of the union', async () => {
  let seen: Drawing | undefined;
  const definition = { method: 'POST', path: '/drawings', body: Drawing } as const;
  const run = runnerOf(
    operation(
      { ...definition, responses: { 200: response('The same', Drawing) } },
      ({ body }) => (seen = body),
    ),
    { unknownProperties: 'keep' },
  );
  const sent = async (drawing: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await run({ target: '/drawings', headers, body: JSON.stringify(drawing) })).body;
  };
  expect(await sent(DRAWING)).toEqual(DRAWING);
  const square = Object.assign(new Square(), { kind: 'square', side: 3 });
  const circle = Object.assign(new Circle(), { kind: 'circle', size: 3 });
  expect(seen).toEqual(
    Object.assign(new Drawing(), {
      shape: square,
      named: square,
      several: [square],
      byName: { a: circle, b: square },
    }),
  );
  expect([seen?.shape, seen?.named, seen?.byName.b].every((one) => one instanceof Square)).toBe(true);
  // A read-only member never reaches a handler.
  await sent({ ...DRAWING, shape: { ...CIRCLE, id: 7 } });
  expect(seen?.shape).toBeInstanceOf(Circle);
  expect(seen?.shape).not.toMatchObject({ id: 7 });
});

class Transfers {
  @IsArray() @ArrayOf(() => BigInt) amounts!: bigint[];
}

it.each([
  [
    ['-5', '0', '9007199254740993'],
    [-5n, 0n, 9007199254740993n],
  ],
  [['-90'], [-90n]],
])('gives handlers a documented bigint for the text %j', async (sent, expected) => {
  let seen: unknown;
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/transfers', body: Transfers, responses: { 204: response('Done') } },
      ({ body }) => {
        seen = body.amounts;
      },
    ),
  );
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ amounts: sent });
  expect(await run({ target: '/transfers', headers, body })).toMatchObject({ status: 204 });
  expect(seen).toEqual(expected);
});
