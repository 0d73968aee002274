import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, ValidateNested } from 'class-validator';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import {
  Docs,
  jsonSchemaOf,
  OneOf,
  operation,
  Required,
  response,
  standardSchema,
  validator,
  Webhook,
} from '../../../src/index.js';
import { mcpServer } from '../../../src/mcp/index.js';
import { diffDocuments } from '../../../src/tools/diff/index.js';
import { compareDocuments } from '../../../src/tools/migrate/compare.js';
import { type ExchangeReport, checkExchange, fuzz, SpecCoverage } from '../../../src/tools/testing.js';
import { receiveWebhooks, signStandardWebhook } from '../../../src/webhooks/messages/index.js';
import { listen } from '../../support/network/listen.js';
import { once } from '../../../src/shared/once.js';
import type { Constructor } from '../../../src/shared/types.js';

const COUNT = 5_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const JSON_BODY = { 'content-type': 'application/json' };
const INFO = { title: 'Many classes', version: '1' };

type NextOf = (index: number, classes: readonly Constructor[]) => readonly PropertyDecorator[];

/** Creates classes that refer to each other by `next`. Returns the first. */
function linked(name: string, nextOf: NextOf): Constructor {
  const classes = Array.from({ length: COUNT }, (_, index): Constructor => {
    const target = class {};
    Object.defineProperty(target, 'name', { value: `${name}${index}` });
    return target;
  });
  for (const [index, target] of classes.entries()) {
    const prototype = target.prototype as object;
    IsInt()(prototype, 'id');
    for (const decorate of [IsOptional(), ...nextOf(index, classes)]) decorate(prototype, 'next');
  }
  return classes[0] ?? Object;
}

const nested = (target: Constructor | undefined): PropertyDecorator[] =>
  target === undefined ? [IsInt()] : [ValidateNested(), Type(() => target)];

const SHAPES: readonly (readonly [string, NextOf])[] = [
  ['Chain', (index, classes) => nested(classes[index + 1])],
  ['Ring', (index, classes) => nested(classes[(index + 1) % COUNT])],
  [
    'Union',
    (index, classes) => [
      OneOf(() => [classes[(index + 1) % COUNT] ?? Object, classes[(index + 2) % COUNT] ?? Object]),
    ],
  ],
];

describe.each(SHAPES)('5,000 classes that refer to each other: %s', (name, nextOf) => {
  const first = linked(name, nextOf);
  const endpoint = {
    method: 'POST',
    path: '/g',
    body: first,
    responses: { 200: response('x', first) },
  } as const;
  const docsOf = (openapi: '3.0' | '3.1' = '3.1'): Docs =>
    new Docs({ info: INFO, openapi, diagnostics: 'silent' });
  const define = (): ReturnType<typeof operation> => operation(endpoint, () => ({ id: 1 }) as never);

  test('an operation serves requests', async () => {
    const serve = fetchOperations(docsOf(), [define()]);
    const statusOf = async (body: unknown): Promise<number | undefined> => {
      const headers = { 'content-type': 'application/json' };
      const request = new Request('http://x/g', { method: 'POST', headers, body: JSON.stringify(body) });
      return (await serve(request))?.status;
    };
    expect(await statusOf({ id: 1, next: { id: 2 } })).toBe(200);
    expect(await statusOf({ id: 1, next: { id: 'two' } })).toBe(400);
  });

  const documented = once(() => {
    const docs = docsOf().add(endpoint);
    return { docs, document: docs.buildSpec() };
  });

  test('texts of the document', () => {
    const { docs, document } = documented();
    expect(Object.keys(document.components?.schemas ?? {})).toHaveLength(COUNT);
    expect(docs.validate()).toBeNull();
    expect(docs.specYAML()).toContain(`${name}4999`);
    expect(docs.markdown()).toContain(`${name}4999`);
  });

  test('a view of the document', () => {
    const { docs, document } = documented();
    const part = docs.view({ name: 'part', include: () => true }).buildSpec();
    expect(part.components).toEqual(document.components);
  });

  test('a document of OpenAPI 3.0', () => {
    const document = docsOf('3.0').add(endpoint).buildSpec();
    expect(Object.keys(document.components?.schemas ?? {})).toHaveLength(COUNT);
  });

  test.each(['input', 'output'] as const)('jsonSchemaOf and standardSchema: %s', (direction) => {
    const { $defs } = jsonSchemaOf(first, { direction }) as { $defs?: object };
    expect(Object.keys($defs ?? {})).toHaveLength(COUNT);
    const standard = standardSchema(first)['~standard'];
    expect(standard.jsonSchema[direction]({ target: 'draft-07' })).toHaveProperty('definitions');
  });

  test('tools of language models', () => {
    const docs = docsOf();
    fetchOperations(docs, [define()]);
    expect(() => mcpServer(docs)).not.toThrow();
  });

  test('validator', () => {
    const validate = validator(first as Constructor<object>);
    expect(validate({ id: 1, next: { id: 2 } }).faults).toBeUndefined();
    expect(validate({ id: 1, next: { id: 'two' } }).faults).not.toBeUndefined();
  });

  test('a received webhook', async () => {
    class Event {
      @IsIn([name]) type!: string;
      @Required() @ValidateNested() @Type(() => first) data!: object;
    }
    Webhook(name)(Event);
    const receive = receiveWebhooks({ secrets: SECRET, events: [Event] });
    const received: unknown[] = [];
    const send = async (data: unknown): Promise<unknown> => {
      const body = JSON.stringify({ type: name, data });
      return receive(body, signStandardWebhook(body, SECRET), ({ event }) => void received.push(event));
    };
    await send({ id: 1, next: { id: 2 } });
    expect(received).toHaveLength(1);
    await expect(send({ id: 1, next: { id: 'two' } })).rejects.toMatchObject({ status: 422 });
  });

  test('a check of an exchange, and its coverage', async () => {
    const { docs } = documented();
    const coverage = new SpecCoverage(docs);
    const check = async (body: unknown): Promise<ExchangeReport> =>
      checkExchange(
        docs,
        {
          request: { method: 'POST', url: '/g', headers: JSON_BODY, body },
          response: { status: 200, headers: JSON_BODY, body },
        },
        { coverage },
      );
    expect((await check({ id: 1, next: { id: 2 } })).mismatches).toEqual([]);
    expect((await check({ id: 1, next: { id: 'two' } })).ok).toBe(false);
    expect(coverage.report().operations.covered).toBe(1);
  });

  test('requests of fuzz', async () => {
    const docs = docsOf();
    const serve = nodeOperations(docs, [define()]);
    const server = await listen((request, response) => {
      void serve(request, response);
    });
    try {
      const report = await fuzz(server.origin, { docs, runs: 3, time: 20_000 });
      expect(report.findings).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test('a comparison of equal documents', async () => {
    const { document } = documented();
    const copy = JSON.parse(JSON.stringify(document)) as object;
    expect((await diffDocuments(document, copy)).changes).toEqual([]);
    expect(compareDocuments(document, copy).counts.contradicts).toBe(0);
  });
});

test('schemas without references say that classes are too deep inside each other', () => {
  const first = linked('Inline', (index, classes) => nested(classes[index + 1]));
  expect(() => jsonSchemaOf(first, { refs: 'inline' })).toThrow(
    /Inline250.* is inside 250 other classes.*Use references/,
  );
  expect(() => standardSchema(first)['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toThrow(
    /Inline\d+ is inside 250 others.*draft-2020-12/,
  );
});
