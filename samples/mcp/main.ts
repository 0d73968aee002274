// Tools of an MCP server with a DTO class as input: the client sees the schema of the class that validates.
// Client and server run in this process. For another client, connect the server to `StdioServerTransport`.
import 'reflect-metadata';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { Description, standardSchema } from 'dtospec';

class Booking {
  @Description('Name of the room') @IsString() @Length(1, 20) room!: string;
  @Description('Number of seats') @IsOptional() @IsInt() @Min(1) @Max(12) seats = 1;
}

class Booked {
  @IsString() room!: string;
  @IsInt() @Min(0) free!: number;
}

const server = new McpServer({ name: 'rooms', version: '1.0.0' });
server.registerTool(
  'book',
  {
    description: 'Books seats in a room',
    inputSchema: standardSchema(Booking),
    outputSchema: standardSchema(Booked),
  },
  // An instance of Booking that class-validator has accepted, its default values included.
  ({ room, seats }) => ({
    content: [{ type: 'text', text: `${String(seats)} in ${room}` }],
    structuredContent: { room, free: 12 - seats },
  }),
);

const client = new Client({ name: 'sample', version: '1.0.0' });
const [here, there] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(here), client.connect(there)]);

const { tools } = await client.listTools();
console.log('tool', JSON.stringify(tools[0]?.inputSchema));
for (const args of [{ room: 'Ada' }, { room: 'Ada', seats: 13 }]) {
  const { content, structuredContent } = await client.callTool({ name: 'book', arguments: args });
  console.log('called', JSON.stringify(args), JSON.stringify(structuredContent ?? content));
}
await client.close();
