// Calls the tools of an MCP server with three clients: reads `{ url, calls: [{ name, tool, arguments }] }` from stdin, and prints
// `{ client: { name: { result } | { problem } } }`.
import { json } from 'node:stream/consumers';
import { createMCPClient } from '@ai-sdk/mcp';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';

const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const { url, calls } = await json(process.stdin);

/** It checks results by the schemas that it has listed. */
async function official() {
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  return async ({ tool, arguments: sent }) => textOf(await client.callTool({ name: tool, arguments: sent }));
}

async function langchain() {
  const client = new MultiServerMCPClient({ server: { transport: 'http', url } });
  const tools = await client.getTools();
  return async ({ tool, arguments: sent }) => {
    const found = tools.find(({ name }) => name === tool || name.endsWith(`__${tool}`));
    requireShown(found.schema, sent);
    const { text } = await found.invoke(sent);
    return JSON.parse(text);
  };
}

/** A model writes arguments that its schema accepts, so they are checked by it first. */
async function vercel() {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return async ({ tool, arguments: sent }) => {
    const { inputSchema, execute } = tools[tool];
    const schema = await inputSchema.jsonSchema;
    requireShown(schema, sent);
    const check = new Ajv2020({ strict: false }).compile(schema);
    if (!check(sent)) throw new Error(`its schema refuses the arguments: ${check.errors[0].message}`);
    return textOf(await execute(sent, { toolCallId: '1', messages: [] }));
  };
}

/** A model writes the arguments that its schema names. */
function requireShown(schema, sent) {
  const text = JSON.stringify(schema);
  const names = JSON.stringify(sent).match(/"\w{5,}"(?=:)/g);
  for (const name of names ?? []) if (!text.includes(`${name}:`)) throw new Error(`its schema lacks ${name}`);
}

function textOf({ isError, content }) {
  if (isError) throw new Error(content[0].text);
  return JSON.parse(content[0].text);
}

const CLIENTS = {
  '@modelcontextprotocol/client': official,
  '@langchain/mcp-adapters': langchain,
  '@ai-sdk/mcp': vercel,
};

const answers = {};
for (const [name, connect] of Object.entries(CLIENTS)) {
  const call = await connect();
  answers[name] = {};
  for (const each of calls) {
    try {
      answers[name][each.name] = { result: await call(each) };
    } catch (error) {
      answers[name][each.name] = { problem: String(error?.message ?? error) };
    }
  }
}
print(JSON.stringify(answers), () => process.exit(0));
