// The service of all starts, the requests that they answer, and how they report what they cost.
import assert from 'node:assert';
import { once } from 'node:events';
import { request } from 'node:http';
import { createService } from '../document/service.mjs';

export const { classes, endpoints } = createService(20);

const VALUES = {
  string: ({ format, pattern, enum: values, minLength = 1 }) => {
    if (values !== undefined) return values[0];
    if (format === 'email') return 'ada@example.com';
    if (format === 'uuid') return '3f0e6f0a-7c1d-4b5e-9a1f-2f4c8d6b7e10';
    return pattern === undefined ? 'x'.repeat(minLength) : 'a';
  },
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
  array: ({ items, minItems = 1 }) => Array.from({ length: minItems }, () => VALUES[items.type](items)),
};

/** A valid object of a class. Members that refer to another class are optional, except lists of them. */
function instanceOf(name) {
  const { fields } = classes.find((one) => one.name === name);
  const given = fields.filter(({ ref, type }) => ref === undefined || type === 'array');
  return Object.fromEntries(
    given.map((field) => [
      field.name,
      field.ref === undefined ? VALUES[field.type](field) : [instanceOf(field.ref)],
    ]),
  );
}

export const item = instanceOf('Item0');

/**
 * Sends the first request and reports the processor time of the whole process until then, and until its document is built.
 * Then sends an invalid request, which each side refuses.
 *
 * @param server an HTTP server that listens, or a function that takes a `Request`
 * @param document builds the document, if the side has one
 */
export async function start(server, document) {
  const respond = typeof server === 'function' ? sendTo(server) : await connect(server);
  const { status, text } = await respond(JSON.stringify(item));
  const started = processorTime();
  document?.();
  const documented = document && processorTime();
  assert.ok([200, 201].includes(status), text);
  assert.deepStrictEqual(JSON.parse(text), item);
  assert.strictEqual((await respond('{}')).status, 400);
  const result = { started, documented };
  if (process.send === undefined) console.log(result);
  else await new Promise((resolve) => process.send(result, resolve));
  process.exit();
}

function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const [{ path: pathname, query }] = endpoints;
const search = new URLSearchParams(
  Object.entries(instanceOf(query)).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
);
const path = `${pathname}?${search}`;
const headers = { 'content-type': 'application/json' };

function sendTo(fetch) {
  return async (body) => {
    const response = await fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }));
    return { status: response.status, text: await response.text() };
  };
}

async function connect(server) {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  return async (body) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers });
    const [response] = await once(sent.end(body), 'response');
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    return { status: response.statusCode, text };
  };
}
