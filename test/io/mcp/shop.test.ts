import { Ajv2020 } from 'ajv/dist/2020.js';
import { nodeOperations } from '../../../src/index.js';
import { mcpServer, type McpServer } from '../../../src/mcp/index.js';
import { docsOf } from '../../../samples/shop/docs.js';
import { operationsOf } from '../../../samples/shop/operations.js';
import { webhooksTo } from '../../../samples/shop/shipping.js';
import { Store } from '../../../samples/shop/store.js';
import { connect, ERAS, FRAMEWORKS, serveMcp } from './servers.js';

function shop(openapi: '3.0' | '3.1' = '3.1'): McpServer {
  const docs = docsOf(
    openapi,
    'demo',
    webhooksTo(() => []),
  );
  const operations = operationsOf(new Store(true), () => Promise.resolve());
  nodeOperations(docs, operations, { invalidStatus: 422 });
  return mcpServer(docs, { headers: () => ({ 'X-API-Key': 'demo' }) });
}

const NAMES = [
  'getCategories',
  'getCustomers',
  'postCustomers',
  'getOrders',
  'postOrders',
  'getOrdersById',
  'postOrdersByIdShipment',
];

describe.each(FRAMEWORKS)('the shop in %s', (framework) => {
  test.each(ERAS)('lists and calls its tools, with errors that name the argument (%s)', async (era) => {
    const { origin, close } = await serveMcp(framework, shop());
    const client = await connect(`${origin}/mcp`, { era });
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(NAMES);
      const added = await client.callTool({
        name: 'postCustomers',
        arguments: { body: { name: 'Grace', email: 'grace@example.com' } },
      });
      expect(added.isError).toBeUndefined();
      expect(added.structuredContent).toMatchObject({ name: 'Grace', email: 'grace@example.com' });
      const refused = await client.callTool({
        name: 'postCustomers',
        arguments: { body: { name: '', email: 'grace@example.com' } },
      });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: expect.stringMatching(/^422 .*\n#\/body\/name: /) as string }],
      });
      const none = { params: { id: '3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f35' } };
      expect(await client.callTool({ name: 'getOrdersById', arguments: none })).toMatchObject({
        isError: true,
        content: [{ text: '404 Not Found: Order not found.' }],
      });
    } finally {
      await client.close();
      await close();
    }
  });
});

test('a tool has the texts, the schemas and the hints of its operation', () => {
  const tool = shop().tools.find(({ name }) => name === 'postOrders');
  expect(tool).toMatchObject({
    title: 'Place an order',
    description: 'Place an order\n\nThe customer must be registered.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    inputSchema: {
      type: 'object',
      properties: { body: { $ref: '#/$defs/NewOrder' } },
      required: ['body'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { status: {} } },
  });
});

test.each(['3.0', '3.1'] as const)('every schema of a document of OpenAPI %s can be compiled', (openapi) => {
  for (const { inputSchema, outputSchema } of shop(openapi).tools) {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
    ajv.addVocabulary(['example']);
    ajv.compile(inputSchema);
    ajv.compile(outputSchema ?? true);
  }
});

test('1,000 calls over one connection', async () => {
  const { origin, close } = await serveMcp('node:http', shop());
  const client = await connect(`${origin}/mcp`);
  await client.listTools();
  const started = performance.now();
  for (let index = 0; index < 1_000; index += 1) {
    const { structuredContent } = await client.callTool({ name: 'getOrders', arguments: {} });
    expect(structuredContent).toMatchObject({ items: [{ status: 'placed' }] });
  }
  process.stdout.write(`${((performance.now() - started) / 1_000).toFixed(2)} ms a call\n`);
  await client.close();
  await close();
});
