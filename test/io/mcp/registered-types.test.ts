import { IsInstance, IsOptional } from 'class-validator';
import { Docs, operation, response } from '../../../src/index.js';
import { mcpServer } from '../../../src/mcp/index.js';
import { Decimal, Money } from '../../fixtures/registered.js';
import { connectDirectly } from './servers.js';

class Sum {
  @IsInstance(Decimal) left!: Decimal;
  @IsOptional() @IsInstance(Money) money?: Money;
}

test('a tool takes and returns the JSON of registered types', async () => {
  const add = operation(
    { method: 'POST', path: '/sums', security: [], body: Sum, responses: { 200: response('The sum', Sum) } },
    ({ body }) => ({ ...body, left: body.left.plus(new Decimal('0.5')) }),
  );
  const docs = new Docs({ info: { title: 'Sums', version: '1.0.0' } }).addOperations([add]);
  const client = await connectDirectly(mcpServer(docs));
  await client.listTools();
  const money = { amount: '1', currency: 'EUR' };
  const result = await client.callTool({ name: 'postSums', arguments: { body: { left: '1.5', money } } });
  expect(result.structuredContent).toEqual({ left: '2.0', money });
  const refused = await client.callTool({ name: 'postSums', arguments: { body: { left: 'x' } } });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('left is invalid');
});
