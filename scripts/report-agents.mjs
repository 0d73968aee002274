// `npm run report:agents`: calls tools of one MCP server with clients of others, and writes the table of docs/mcp.md.
// `--check` compares instead.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { CALLS, toolsOf } from '../test/package/agents/service.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';

const PAGE = path.join(root, 'docs/mcp.md');
const FOLDER = path.join(root, 'test/tools/agents');
const [BEGIN, END] = ['<!-- begin: report:agents -->', '<!-- end: report:agents -->'];

await alone(build);
await must('Installing the clients', process.execPath, ['scripts/prepare.mjs', 'agents']);
const answers = await callAll();
const table = tableOf(answers);
const [before, rest] = readFileSync(PAGE, 'utf8').split(BEGIN);
const [written, after] = rest.split(END);
if (!process.argv.includes('--check'))
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`);
else if (written.trim() !== table.join('\n')) {
  console.error(`docs/mcp.md has another table than:\n${table.join('\n')}`);
  process.exitCode = 1;
}

async function callAll() {
  const { mcpServer } = await import('../dist/mcp.js');
  const mcp = mcpServer(toolsOf(await import('../dist/index.js')));
  const server = createServer((request, response) => mcp.node(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const program = spawn(process.execPath, [path.join(FOLDER, 'call.mjs')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const url = `http://127.0.0.1:${server.address().port}/mcp`;
    program.stdin.end(JSON.stringify({ url, calls: CALLS }));
    return JSON.parse(await text(program.stdout));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function tableOf(byClient) {
  const clients = Object.keys(byClient);
  const head = ['call', ...clients.map((client) => `\`${client}\` ${installedVersion(client)}`)];
  const rows = CALLS.map(({ name, expected }) => [
    name,
    ...clients.map((client) => verdictOf(byClient[client][name], expected)),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)];
}

function verdictOf({ result, problem }, expected) {
  if (problem === undefined) return isDeepStrictEqual(result, expected) ? 'yes' : 'another result';
  if (problem.startsWith('its schema lacks')) return 'hidden from the model';
  return problem.includes('did not match expected schema') ? 'refused by the client' : problem;
}

function installedVersion(name) {
  return JSON.parse(readFileSync(path.join(FOLDER, 'node_modules', name, 'package.json'), 'utf8')).version;
}
