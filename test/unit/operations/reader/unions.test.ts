import { Equals, IsInt } from 'class-validator';
import { arrayOf, discriminated, mapOf, oneOf, operation, response } from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Card {
  @IsInt() number!: number;
}
class Transfer {
  @IsInt() account!: number;
}

const payment = discriminated('by', { card: Card, transfer: Transfer });

it.each([
  ['alone', payment, { by: 'card', number: 1 }],
  ['in a list', arrayOf(payment), [{ by: 'transfer', account: 2 }]],
  ['in a map', mapOf(payment), { first: { by: 'card', number: 1 } }],
])('refuses no discriminator that the classes of a union lack, %s', async (_, body, sent) => {
  const seen: unknown[] = [];
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/payments', body, responses: { 204: response('Paid') } },
      (input) => void seen.push(input.body),
    ),
    { unknownProperties: 'refuse' },
  );
  const ask = (value: unknown) =>
    run({
      target: '/payments',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
  expect(await ask(sent)).toMatchObject({ status: 204 });
  expect(seen).toHaveLength(1);
  const refused = JSON.parse(JSON.stringify(sent).replace('}', ',"more":1}')) as unknown;
  expect(await ask(refused)).toMatchObject({ status: 400, body: { errors: [{ rule: 'unknownProperty' }] } });
});

class Cash {
  @Equals('cash') by!: string;
  @IsInt() amount!: number;
}
class Voucher {
  @Equals('voucher') by!: string;
  @IsInt() code!: number;
}

it.each([
  ['before a valid one', [0, 1]],
  ['after a valid one', [1, 0]],
  ['alone', [0]],
])('refuses an item of a union %s', async (_, order) => {
  const items = [
    { by: 'cash', amount: 'much' },
    { by: 'voucher', code: 7 },
  ];
  const run = runnerOf(
    operation(
      {
        method: 'POST',
        path: '/payments',
        body: arrayOf(oneOf(Cash, Voucher)),
        responses: { 204: response('Paid') },
      },
      () => undefined,
    ),
  );
  const ask = (value: unknown) =>
    run({
      target: '/payments',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
  expect(await ask([items[1], items[1]])).toMatchObject({ status: 204 });
  expect(await ask(order.map((index) => items[index]))).toMatchObject({ status: 400 });
});
