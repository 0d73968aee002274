import { sValidator } from '@hono/standard-validator';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { Expose } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { Hono } from 'hono';
import { standardSchema } from '../../../src/index.js';

class Invitation {
  @IsEmail() email!: string;
  @IsOptional() @IsInt() @Min(1) seats?: number;
}

const invitation = standardSchema(Invitation);

class Place {
  @IsString() invited!: string;
  @Expose({ name: 'seat_count' }) @IsInt() @Min(1) seatCount!: number;
}

describe('a Standard Schema as the schema of an MCP tool', () => {
  const server = new McpServer({ name: 'invitations', version: '1' });
  const client = new Client({ name: 'test', version: '1' });
  const seen: Invitation[] = [];
  server.registerTool('invite', { inputSchema: invitation, outputSchema: standardSchema(Place) }, (given) => {
    // The type is the class's own, as the value is.
    const { email, seats = 1 }: Invitation = given;
    seen.push(given);
    return {
      content: [{ type: 'text', text: `invited ${email}` }],
      structuredContent: { invited: email, seat_count: seats },
    };
  });
  beforeAll(async () => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(here), client.connect(there)]);
  });
  afterAll(() => client.close());

  it('lists its schemas to the client', async () => {
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: 'invite',
        inputSchema: {
          type: 'object',
          properties: { email: { type: 'string', format: 'email' }, seats: { type: 'integer', minimum: 1 } },
          required: ['email'],
        },
        outputSchema: {
          type: 'object',
          properties: { invited: { type: 'string' }, seat_count: { type: 'integer', minimum: 1 } },
        },
      },
    ]);
  });

  const call = (args: Record<string, unknown>): Promise<unknown> =>
    client.callTool({ name: 'invite', arguments: args });

  it('passes an instance to the handler', async () => {
    expect(await call({ email: 'ada@example.com', seats: 2 })).toMatchObject({
      content: [{ text: 'invited ada@example.com' }],
      structuredContent: { invited: 'ada@example.com', seat_count: 2 },
    });
    expect(seen.splice(0)).toEqual([expect.any(Invitation)]);
  });

  it.each([
    [{ email: 'ada@example.com', seats: 0 }, 'seats must not be less than 1'],
    [{ email: 'nowhere' }, 'email must be an email'],
    [{}, 'email must be an email'],
  ])('rejects %j', async (args, message) => {
    expect(await call(args)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(message) as unknown }],
    });
    expect(seen).toEqual([]);
  });
});

it('validates in the standard validator of Hono', async () => {
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
