// Calls the tools of an MCP server with four clients: reads `{ url, node, calls: [{ name, tool, arguments }] }` from stdin, where
// `node` runs Node.js 22, and prints `{ client: { name: { result } | { problem } } }`.
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';

const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const { url, node, calls } = await json(process.stdin);

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

/** Its command, which needs Node.js 22.19. `--strict` fails for schemas that other clients cannot read. */
async function inspector() {
  const command = path.join(import.meta.dirname, INSPECTOR);
  const run = async (...args) => {
    const all = [command, '--cli', url, '--transport', 'http', '--method', ...args];
    return JSON.parse(
      (await promisify(execFile)(node, all, { env: { ...process.env, HOME: tmpdir() } })).stdout,
    );
  };
  await run('tools/list', '--strict');
  return async ({ tool, arguments: sent }) => {
    const pairs = Object.entries(sent).flatMap(([name, value]) => [
      '--tool-arg',
      `${name}=${JSON.stringify(value)}`,
    ]);
    return textOf(await run('tools/call', '--tool-name', tool, ...pairs));
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
  '@modelcontextprotocol/inspector': inspector,
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
