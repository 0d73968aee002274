import { IsInt } from 'class-validator';
import { Docs, eventStream, jsonLines, oneOf, Webhook } from '../../../../../src/index.js';
import { expectValidDocument } from '../../../../support/documents/validate-document.js';

@Webhook('order.placed')
class OrderPlaced {
  @IsInt() id!: number;
}

@Webhook('order.shipped')
class OrderShipped {
  @IsInt() id!: number;
}

class Tick {
  @IsInt() at!: number;
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: schema,
});
const named30 = (schema: object): object => ({
  type: 'string',
  'x-contentSchema': (schema as { $ref: string }).$ref,
});
const event = (name: object | undefined, data: object): object => ({
  type: 'object',
  properties: {
    ...(name && { event: name }),
    data,
    id: { type: 'string' },
    retry: { type: 'integer', minimum: 0 },
  },
  required: name ? ['event', 'data'] : ['data'],
});
const array = (items: object): object => ({ schema: { type: 'array', items } });
const named = (data: (schema: object) => object, name: (event: string) => object): object => ({
  oneOf: [
    event(name('order.placed'), data(ref('OrderPlaced'))),
    event(name('order.shipped'), data(ref('OrderShipped'))),
  ],
});
/** Generated clients read events as text: orval's does not compile without the alternative. */
const orText = (item: object): object => {
  const { schema } = array(item) as { schema: object };
  return { schema: { anyOf: [schema, { type: 'string' }] } };
};
const constant = (value: string): object => ({ type: 'string', const: value });

it.each([
  ['3.2', { itemSchema: named(json, constant) }, { itemSchema: event(undefined, json(ref('Tick'))) }],
  ['3.1', orText(named(json, constant)), orText(event(undefined, json(ref('Tick'))))],
  [
    '3.0',
    orText(named(named30, (value) => ({ type: 'string', enum: [value] }))),
    orText(event(undefined, named30(ref('Tick')))),
  ],
] as const)('documents streams in OpenAPI %s', async (openapi, events, ticks) => {
  const docs = new Docs({ info: { title: 'Streams', version: '1' }, openapi });
  const add = (path: string, response: ReturnType<typeof eventStream | typeof jsonLines>): unknown =>
    docs.add({ method: 'GET', path, responses: { 200: response } });
  add('/events', eventStream('Orders', oneOf(OrderPlaced, OrderShipped)));
  add('/ticks', eventStream('Time', Tick));
  add('/lines', jsonLines('All', Tick));
  const spec = docs.buildSpec();
  const contentOf = (path: string): object => spec.paths[path]!.get!.responses['200']!.content!;
  expect(contentOf('/events')).toEqual({ 'text/event-stream': events });
  expect(contentOf('/ticks')).toEqual({ 'text/event-stream': ticks });
  expect(contentOf('/lines')).toEqual({
    'application/jsonl': openapi === '3.2' ? { itemSchema: ref('Tick') } : array(ref('Tick')),
  });
  expect(docs.diagnostics({ notes: true }).filter(({ severity }) => severity !== 'info')).toEqual([]);
  await expectValidDocument(spec);
});
