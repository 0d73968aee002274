import { Docs, operation, response } from '../../../src/index.js';
import { mcpServer } from '../../../src/mcp/index.js';
import { connectDirectly } from './servers.js';

// The official client compiles the output schemas of all tools together, and knows four dialects by their names.
test.each([
  ['of one $id', { $id: 'https://shop.test/answer' }],
  ['in draft-04', { $schema: 'http://json-schema.org/draft-04/schema#' }],
  ["in OpenAPI's dialect", { $schema: 'https://spec.openapis.org/oas/3.1/dialect/base' }],
])('the official client reads results of two raw schemas %s', async (_, identifier) => {
  const operations = ['first', 'second'].map((name) => {
    const schema = {
      ...identifier,
      type: 'object' as const,
      properties: { [name]: { type: 'string' as const } },
      required: [name],
    };
    return operation(
      {
        method: 'GET',
        path: `/${name}`,
        operationId: name,
        security: [],
        responses: { 200: response('The answer', schema) },
      },
      () => ({ [name]: 'yes' }),
    );
  });
  const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } }).addOperations(operations);
  const client = await connectDirectly(mcpServer(docs));
  await client.listTools();
  for (const name of ['first', 'second']) {
    const { structuredContent } = await client.callTool({ name, arguments: {} });
    expect(structuredContent).toEqual({ [name]: 'yes' });
  }
});

test('a property named $id or $schema stays', () => {
  const schema = {
    type: 'object' as const,
    properties: { $id: { type: 'string' as const }, $schema: { type: 'string' as const } },
  };
  const store = operation(
    {
      method: 'POST',
      path: '/ids',
      security: [],
      body: schema,
      responses: { 200: response('Stored', schema) },
    },
    ({ body }) => body,
  );
  const docs = new Docs({ info: { title: 'Shop', version: '1.0.0' } }).addOperations([store]);
  expect(mcpServer(docs).tools[0]!.outputSchema).toEqual(schema);
});
