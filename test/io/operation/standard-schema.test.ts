import { sValidator } from '@hono/standard-validator';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { IsEmail, IsInt, IsOptional, Min } from 'class-validator';
import { Hono } from 'hono';
import { standardSchema } from '../../../src/index.js';

class Invitation {
  @IsEmail() email!: string;
  @IsOptional() @IsInt() @Min(1) seats?: number;
}

const invitation = standardSchema(Invitation);

it('is a tool of an MCP server', async () => {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- McpServer of this package takes schemas of Zod alone; that of @modelcontextprotocol/server any Standard Schema
  const server = new Server({ name: 'invitations', version: '1' }, { capabilities: { tools: {} } });
  const inputSchema = invitation['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
    type: 'object';
  };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'invite', inputSchema }] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await invitation['~standard'].validate(params.arguments);
    const text =
      result.issues === undefined
        ? `invited ${result.value.email}`
        : `wrong: ${result.issues[0]!.path.join('.')}`;
    return { isError: result.issues !== undefined, content: [{ type: 'text', text }] };
  });
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(here), client.connect(there)]);
  const { tools } = await client.listTools();
  expect(tools[0]!.inputSchema).toMatchObject({
    type: 'object',
    properties: { email: { type: 'string', format: 'email' }, seats: { type: 'integer', minimum: 1 } },
    required: ['email'],
  });
  const call = (args: Record<string, unknown>): Promise<unknown> =>
    client.callTool({ name: 'invite', arguments: args });
  expect(await call({ email: 'ada@example.com', seats: 2 })).toMatchObject({
    isError: false,
    content: [{ text: 'invited ada@example.com' }],
  });
  expect(await call({ email: 'ada@example.com', seats: 0 })).toMatchObject({
    isError: true,
    content: [{ text: 'wrong: seats' }],
  });
  await client.close();
});

it("is a schema of Hono's standard validator", async () => {
  const app = new Hono().post('/invitations', sValidator('json', invitation), (context) => {
    const given: Invitation = context.req.valid('json');
    return context.json({ isInstance: given instanceof Invitation, email: given.email });
  });
  const ask = async (body: unknown): Promise<unknown> => {
    const answer = await app.request('/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [answer.status, await answer.json()];
  };
  expect(await ask({ email: 'ada@example.com' })).toEqual([
    200,
    { isInstance: true, email: 'ada@example.com' },
  ]);
  expect(await ask({ email: 'nowhere' })).toMatchObject([400, { error: [{ path: ['email'] }] }]);
});
