// The service of both starts, the request that they answer first, and how they report its cost.
import assert from 'node:assert';
import { createService } from '../service.mjs';

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

/** Sends the first request, and reports the processor time of the whole process so far. */
export async function start(respond) {
  const [{ path, query }] = endpoints;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(instanceOf(query)))
    for (const one of [value].flat()) search.append(name, String(one));
  const request = new Request(`http://localhost${path}?${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(item),
  });
  const response = await respond(request);
  const text = await response.text();
  assert.strictEqual(response.status, 200, text);
  assert.deepStrictEqual(JSON.parse(text), item);
  const { user, system } = process.cpuUsage();
  const result = { started: (user + system) / 1000 };
  if (process.send) process.send(result);
  else console.log(result);
  process.disconnect?.();
}
