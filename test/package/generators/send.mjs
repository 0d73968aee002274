// Sends the requests of generated clients to a server of ours.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { SENT } from './calls/run.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HERE, '../../..');

/** The calls of each client, with their titles. */
export const REQUESTS = {
  path: 'path parameter `a/b c`',
  list: 'list `a,b` and `c` in a query',
  json: 'JSON in a query',
  body: 'JSON body',
  query: 'QUERY (3.2)',
};

/** What the requests of each client are compared with. */
const EXPECTED = {
  path: { name: SENT.name },
  list: { tags: SENT.tags },
  json: { filter: SENT.filter },
  body: SENT.note,
  query: SENT.note,
};

/**
 * Returns what arrived, by client `version/generator` and call: `yes`, the body of the response that shows another value,
 * the status of a refusal, or `not sent`.
 */
export async function sendRequests(dtospec, operations, clients) {
  const docs = new dtospec.Docs({
    info: { title: 'Notes', version: '1' },
    openapi: '3.2',
    diagnostics: 'silent',
  });
  const { server, url } = await start(dtospec.nodeOperations(docs, operations));
  try {
    const answers = {};
    for (const [name, client] of Object.entries(clients)) answers[name] = await call(client, url);
    return answers;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A server that also says what the last request was answered with. */
async function start(serve) {
  let last = null;
  const server = createServer((request, response) => {
    if (request.url === '/last') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(last));
      last = null;
      return;
    }
    const chunks = [];
    const { end } = response;
    response.end = (chunk, ...rest) => {
      if (chunk) chunks.push(Buffer.from(chunk));
      last = { status: response.statusCode, text: Buffer.concat(chunks).toString() };
      return end.call(response, chunk, ...rest);
    };
    void serve(request, response).then((served) => served || response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

async function call({ generator, folder }, url) {
  const functions = (generator.functions ?? generator.entry)(folder);
  if (!existsSync(functions)) return {};
  const outfile = path.join(folder, 'calls.mjs');
  await build({
    stdin: {
      contents: `import { callsOf } from ${JSON.stringify(path.join(HERE, 'calls', `${generator.name}.mjs`))};
import * as client from ${JSON.stringify(functions)};
import { run } from ${JSON.stringify(path.join(HERE, 'calls/run.mjs'))};
await run(callsOf(client));`,
      resolveDir: HERE,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    nodePaths: [path.join(ROOT, generator.folder, 'node_modules')],
    logLevel: 'silent',
    // Packages in CommonJS ask for Node's modules.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, url], { maxBuffer: 2 ** 26 });
  const received = Object.entries(JSON.parse(stdout));
  return Object.fromEntries(received.map(([name, answer]) => [name, verdictOf(name, answer)]));
}

function verdictOf(name, { status, text, problem }) {
  if (problem !== undefined) return 'not sent';
  if (status !== 200) return String(status);
  const [[key, expected]] = Object.entries(EXPECTED[name]);
  const value = JSON.parse(text)[key];
  return JSON.stringify(value) === JSON.stringify(expected)
    ? 'yes'
    : `arrives as \`${JSON.stringify(value)}\``;
}
