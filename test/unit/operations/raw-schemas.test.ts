import { body, Docs, operation, response } from '../../../src/index.js';
import { runnerOf } from './run.js';

// Hand-written schemas decide about requests like those of classes, or are refused at registration.

const taking = (schema: object): ReturnType<typeof operation> =>
  operation(
    { method: 'POST', path: '/', body: body(schema as never), responses: { 204: response('Taken') } },
    () => undefined,
  );

async function statusOf(schema: object, value: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await runnerOf(taking(schema))({ target: '/', headers, body: JSON.stringify(value) })).status;
}

const TREE = {
  type: 'object',
  properties: { size: { $ref: '#/$defs/Size' }, children: { type: 'array', items: { $ref: '#' } } },
  required: ['size'],
  $defs: { Size: { type: 'integer', minimum: 0 } },
};

const ANCHORED = {
  type: 'array',
  items: { $ref: '#item' },
  $defs: { Item: { $anchor: 'item', type: 'string', maxLength: 2 } },
};

it.each<[object, unknown, number]>([
  [TREE, { size: 1, children: [{ size: 2 }] }, 204],
  [TREE, { size: -1 }, 400],
  [TREE, { size: 1, children: [{ size: 'x' }] }, 400],
  [ANCHORED, ['ab'], 204],
  [ANCHORED, ['abc'], 400],
])('%j and %j: %i', async (schema, value, status) => {
  expect(await statusOf(schema, value)).toBe(status);
});

it.each<[string, object]>([
  ['an unknown local reference', { $ref: '#/$defs/Nothing' }],
  ['an unknown component', { type: 'array', items: { $ref: '#/components/schemas/Nothing' } }],
  ['a pattern of another engine', { type: 'string', pattern: '(?i)abc' }],
  ['an unknown type', { type: 'int' }],
  ['a dynamic reference', { $dynamicRef: '#meta' }],
  ['a reference to itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }],
])('refuses %s at registration', (_, schema) => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  expect(() => docs.bindOperations([taking(schema)])).toThrow(/POST \//);
});

it('names the component of a keyword that no check can decide', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  const schema = { ...TREE, $defs: { Size: { type: 'string', pattern: '(?i)abc' } } };
  expect(() => docs.bindOperations([taking(schema)])).toThrow(/, at #\/components\/schemas\/Size\/pattern\./);
});

it('documents definitions as components', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.bindOperations([taking(TREE)]);
  const { paths, components } = docs.buildSpec();
  expect(JSON.stringify(paths)).not.toContain('$defs');
  expect(Object.keys(components!.schemas!)).toEqual(expect.arrayContaining(['Size']));
});
