// `npm run report:agents`: calls tools of one MCP server with clients of others, and writes the table of docs/mcp.md.
// `--check` compares instead.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { CALLS, toolsOf, UNION_CALLS } from '../test/package/agents/service.mjs';
import { compareTables, tableOf, writeTables } from './lib/marked-tables.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';
import { installNodes, nodeBinary } from './lib/unpack.mjs';

const PAGE = path.join(root, 'docs/mcp.md');
const FOLDER = path.join(root, 'test/tools/agents');

await alone(build);
await installNodes();
await must('Installing the clients', process.execPath, ['scripts/prepare.mjs', 'agents']);
const answers = await callAll(CALLS);
const flatAnswers = await callAll(UNION_CALLS, { flatUnions: true });
const rows = [
  ...rowsOf(CALLS, answers),
  ...rowsOf(UNION_CALLS, flatAnswers).map(([name, ...verdicts]) => [`${name}, \`flatUnions\``, ...verdicts]),
];
const isWhole = ([, ...verdicts]) => verdicts.every((verdict) => verdict === 'yes');
const tables = {
  'report:agents': [
    ...tableOf([headOf(answers), ...rows.filter((row) => !isWhole(row))]),
    '',
    `With all clients: ${rows
      .filter(isWhole)
      .map(([name]) => name)
      .join('; ')}.`,
  ],
};
if (!process.argv.includes('--check')) writeTables(PAGE, tables);
const { lacking, extra } = compareTables(PAGE, tables);
for (const line of lacking) console.error(`docs/mcp.md lacks: ${line}`);
for (const line of extra) console.error(`docs/mcp.md has too many: ${line}`);
if (lacking.length + extra.length > 0) process.exitCode = 1;

async function callAll(calls, options = {}) {
  const { mcpServer } = await import('../dist/mcp.js');
  const mcp = mcpServer(toolsOf(await import('../dist/index.js')), options);
  const server = createServer((request, response) => mcp.node(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const program = spawn(process.execPath, [path.join(FOLDER, 'call.mjs')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const url = `http://127.0.0.1:${server.address().port}/mcp`;
    program.stdin.end(JSON.stringify({ url, node: nodeBinary('node22'), calls }));
    return JSON.parse(await text(program.stdout));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function headOf(byClient) {
  return ['call', ...Object.keys(byClient).map((client) => `\`${client}\` ${installedVersion(client)}`)];
}

function rowsOf(calls, byClient) {
  return calls.map(({ name, expected }) => [
    name,
    ...Object.keys(byClient).map((client) => verdictOf(byClient[client][name], expected)),
  ]);
}

function verdictOf({ result, problem }, expected) {
  if (problem === undefined) return isDeepStrictEqual(result, expected) ? 'yes' : 'another result';
  if (problem.startsWith('its schema lacks')) return 'hidden from the model';
  return problem.includes('did not match expected schema') ? 'refused by the client' : problem;
}

function installedVersion(name) {
  return JSON.parse(readFileSync(path.join(FOLDER, 'node_modules', name, 'package.json'), 'utf8')).version;
}
