import { IsInstance, IsOptional } from 'class-validator';
import { createClient } from '../../../src/client/index.js';
import { Docs, operation, response } from '../../../src/index.js';
import { Decimal, Money } from '../../fixtures/registered.js';
import { runnerOf } from './run.js';

declare module '../../../src/client/client-types.js' {
  interface RegisteredTypes {
    decimal: { class: Decimal; json: string };
    money: { class: Money; json: { amount: string; currency: string } };
  }
}

class Bill {
  @IsInstance(Decimal) due!: Decimal;
  @IsOptional() @IsInstance(Money, { each: true }) parts?: Money[];
}

const pay = operation(
  { method: 'POST', path: '/bills', body: Bill, responses: { 200: response('The bill', Bill) } },
  ({ body }) => body,
);
const docs = new Docs({ info: { title: 'Bills', version: '1' } });
docs.bindOperations([pay]);
const api = docs.clientApi([pay]);

it('types JSON in clients as RegisteredTypes declares it', async () => {
  const run = runnerOf(pay);
  const client = createClient<typeof api>('http://bills.example', {
    fetch: async (_, init) => {
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await run({ target: '/bills', headers, body: init?.body as string });
      return new Response(JSON.stringify(body), { status, headers });
    },
  });
  const { status, data } = await client['/bills'].post({
    body: { due: '1.5', parts: [{ amount: '2', currency: 'EUR' }] },
  });
  if (status !== 200) throw new Error(String(status));
  const due: string = data.due;
  const amounts: string[] = data.parts?.map(({ amount }) => amount) ?? [];
  expect([due, amounts]).toEqual(['1.5', ['2']]);
  // @ts-expect-error -- an instance is no JSON
  await expect(client['/bills'].post({ body: { due: new Decimal('1') } })).rejects.toThrow('BigInt');
});
