// Prism as a mock server, or as a proxy before `upstream`: for each document one server on loopback and the requests to it.
// `{ name: { document, upstream?, requests: [{ method, path, headers, body }] } }` on stdin;
// prints `{ name: { problem } | { answers: [{ status, violations, body }] } }`.
import { json } from 'node:stream/consumers';
import core from '@stoplight/prism-core';
import http from '@stoplight/prism-http';
import httpServer from '@stoplight/prism-http-server';

const logger = core.createLogger('prism', { level: 'silent' });

async function start({ document, upstream }) {
  const operations = await http.getHttpOperationsFromSpec(document);
  const checks = { validateRequest: true, validateResponse: true, checkSecurity: true, errors: false };
  const config = upstream
    ? { ...checks, isProxy: true, upstream: new URL(upstream), mock: false }
    : { ...checks, isProxy: false, mock: { dynamic: false } };
  const server = httpServer.createServer(operations, { components: { logger }, config, cors: true });
  return { server, url: await server.listen(0, '127.0.0.1') };
}

async function send(url, { method, path, headers, body }) {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    violations: JSON.parse(response.headers.get('sl-violations') ?? '[]'),
    body: text && (response.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text,
  };
}

async function ask(question) {
  let running;
  try {
    running = await start(question);
  } catch (error) {
    return { problem: String(error.message) };
  }
  try {
    const answers = [];
    for (const request of question.requests) answers.push(await send(running.url, request));
    return { answers };
  } finally {
    await running.server.close();
  }
}

const answers = {};
for (const [name, question] of Object.entries(await json(process.stdin))) answers[name] = await ask(question);
process.stdout.write(JSON.stringify(answers));
