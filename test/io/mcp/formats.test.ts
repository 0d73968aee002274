import { IsArray, IsDateString, IsEmail, IsISO8601, IsOptional, IsString, IsUrl } from 'class-validator';
import { Docs, type JsonValue, operation, response, type TypeInput } from '../../../src/index.js';
import { mcpServer, type McpServer } from '../../../src/mcp/index.js';
import { connectDirectly } from './servers.js';

class Values {
  @IsOptional() @IsDateString() day?: string;
  @IsOptional() @IsISO8601() year?: string;
  @IsOptional() @IsUrl() link?: string;
  @IsOptional() @IsEmail({ allow_utf8_local_part: true }) email?: string;
  @IsOptional() @IsDateString({}, { each: true }) @IsArray() days?: string[];
}

/** Values that class-validator accepts, and that a client with ajv-formats refuses where the schema has a format. */
const ROWS: readonly [name: keyof Values, value: JsonValue][] = [
  ['day', '2026-01-01'],
  ['year', '2026'],
  ['link', 'https://例え.jp/ü'],
  ['email', 'jürgen@example.com'],
  ['days', ['2026-01-01']],
];

function mcpOf(body: TypeInput, openapi: '3.0' | '3.1' | '3.2'): McpServer {
  const store = operation(
    { method: 'POST', path: '/values', security: [], body, responses: { 200: response('Stored', body) } },
    ({ body: stored }) => stored,
  );
  return mcpServer(new Docs({ info: { title: 'Values', version: '1.0.0' }, openapi }).addOperations([store]));
}

describe.each(['3.0', '3.1', '3.2'] as const)('a value that validation accepts (OpenAPI %s)', (openapi) => {
  test.each(ROWS)('reaches the client as a result: %s', async (name, value) => {
    const client = await connectDirectly(mcpOf(Values, openapi));
    // The client checks results by the schemas that it has listed.
    await client.listTools();
    const body = { [name]: value };
    const result = await client.callTool({ name: 'postValues', arguments: { body } });
    expect(result.structuredContent).toEqual(body);
  });

  test('also by a raw schema, in which a format is an annotation', async () => {
    const schema: TypeInput = {
      type: 'object',
      properties: { format: { type: 'string', format: 'date' } },
      required: ['format'],
    };
    const client = await connectDirectly(mcpOf(schema, openapi));
    await client.listTools();
    const body = { format: 'soon' };
    const result = await client.callTool({ name: 'postValues', arguments: { body } });
    expect(result.structuredContent).toEqual(body);
  });
});

test('the schema of a tool mentions a format in the description, for the model', () => {
  class Meeting {
    @IsDateString() begin!: string;
    @IsString() format!: string;
  }
  const book = operation(
    {
      method: 'POST',
      path: '/meetings',
      security: [],
      body: Meeting,
      responses: { 200: response('Booked', Meeting) },
    },
    ({ body }) => body,
  );
  const docs = new Docs({ info: { title: 'Meetings', version: '1.0.0' } }).addOperations([book]);
  const [tool] = mcpServer(docs).tools;
  const begin = { type: 'string', description: 'Format: date-time' };
  const properties = { begin, format: { type: 'string' } };
  expect(Object.values(tool!.inputSchema.$defs!)[0]!.properties).toMatchObject(properties);
  expect(tool!.outputSchema!.properties).toMatchObject(properties);
  expect(JSON.stringify(docs.inputSchemaOf(book))).toContain('"format":"date-time"');
});
