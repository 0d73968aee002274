import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Type } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, operation, response } from '../../../src/index.js';
import { ExchangeRecorder } from '../../../src/tools/testing.js';
import type { DiffReport } from '../../../src/tools/diff/index.js';
import { callCommand } from '../../support/programs/call-command.js';

class Line {
  @IsString() @Length(1, 50) sku!: string;
  @IsInt() @Min(1) @Max(200) quantity!: number;
}
class Order {
  @IsEmail() email!: string;
  @IsIn(['person', 'bot']) role!: string;
  @IsOptional() @IsString() note?: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
class OrderQuery {
  @IsOptional() @IsInt() limit?: number;
}

/** Values that must not be in a recording. */
const SECRETS = [
  'ada-s3cret@example.com',
  'note of a s3cret',
  'sku-s3cret',
  'key-of-client',
  'q-s3cret',
  '137',
  'm3mber',
];

const done = { 200: response('Done', { type: 'object' } as const) };
const addOrder = operation(
  { method: 'POST', path: '/orders', security: [], body: Order, unknownProperties: 'keep', responses: done },
  () => ({}),
);
const listOrders = operation(
  { method: 'GET', path: '/orders', security: [], query: OrderQuery, responses: done },
  () => ({}),
);

const REQUESTS = 10_000;

/** Sends request number `index`: by client `index % 40`, 2.5 % with the role of a bot, 1 % with a quantity of 200. */
function requestOf(index: number): Request {
  const headers = { 'x-client': `key-of-client-${index % 40}`, 'content-type': 'application/json' };
  if (index % 4 === 3)
    return new Request(`http://localhost/orders${index % 8 === 3 ? '?limit=5' : ''}`, { headers });
  const body = JSON.stringify({
    email: 'ada-s3cret@example.com',
    role: index % 40 === 0 ? 'bot' : 'person',
    ...(index % 10 === 0 && { note: 'note of a s3cret' }),
    ...(index % 50 === 2 && { m3mber: 'q-s3cret' }),
    lines: [{ sku: 'sku-s3cret', quantity: index % 100 === 1 ? 200 : 137 }],
  });
  const request = new Request('http://localhost/orders', { method: 'POST', headers, body });
  request.headers.set('content-length', String(body.length));
  return request;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'traffic-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function record(values: boolean, count = REQUESTS): Promise<string> {
  const docs = new Docs({ info: { title: 'Orders', version: '1' } });
  const serve = fetchOperations(docs, [addOrder, listOrders]);
  const recorder = new ExchangeRecorder(docs, { traffic: { client: 'X-Client', values } });
  const handler = recorder.fetch(async (request) => (await serve(request))!);
  for (let index = 0; index < count; index += 50) {
    const responses = Array.from({ length: 50 }, (_, more) => handler(requestOf(index + more)));
    for (const one of await Promise.all(responses))
      expect([one.status, await one.text()]).toEqual([200, '{}']);
    await recorder.report();
  }
  const refused = await handler(new Request('http://localhost/orders?limit=many'));
  expect([refused.status, (await refused.text()).length > 0]).toEqual([400, true]);
  const file = path.join(folder, `traffic-${String(values)}.json`);
  const { requests, clients, dropped } = await recorder.writeTraffic(file);
  expect([requests, clients, dropped]).toEqual([count, 40, 0]);
  writeFileSync(path.join(folder, 'old.json'), docs.specJSON());
  return file;
}

// oxlint-disable-next-line typescript/no-explicit-any -- changed by hand
type Document = Record<string, any>;

/** Compares with a document that a function has changed. */
async function diff(
  file: string,
  change: (schemas: Document, document: Document) => void,
  ...args: string[]
): Promise<{ code: number; printed: string; report: DiffReport }> {
  const document = JSON.parse(readFileSync(path.join(folder, 'old.json'), 'utf8')) as Document;
  change(document.components.schemas, document);
  writeFileSync(path.join(folder, 'new.json'), JSON.stringify(document));
  const format = args.includes('--format') ? [] : ['--format', 'json'];
  const { code, printed, noted } = await callCommand(folder, [
    ...['diff', 'old.json', 'new.json', '--traffic', path.basename(file), ...format, ...args],
  ]);
  if (noted !== '') throw new Error(noted);
  return { code, printed, report: (format.length > 0 ? JSON.parse(printed) : {}) as DiffReport };
}

const trafficOf = ({ changes }: DiffReport): unknown[] =>
  changes
    .filter(({ verdict }) => verdict !== 'compatible')
    .map(({ rule, traffic }) => [
      rule,
      traffic?.effect,
      traffic?.requests,
      traffic?.clients,
      traffic?.isAtLeast === true,
    ]);

describe('a recording of 10,000 requests', () => {
  let file: string;
  beforeAll(async () => {
    file = await record(false);
  }, 120_000);

  test('contains no value of a request', () => {
    const text = readFileSync(file, 'utf8');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).toContain('"quantity":200');
    expect(text.length).toBeLessThan(20_000);
  });

  test.each<[string, (schemas: Document, document: Document) => void, unknown[]]>([
    [
      'a value of an enum was removed',
      ({ Order: order }) => (order.properties.role.enum = ['person']),
      [['enum-value-removed', 'refused', 250, 1, false]],
    ],
    [
      'a property became required',
      ({ Order: order }) => order.required.push('note'),
      [['property-became-required', 'refused', 6500, 26, false]],
    ],
    [
      'a property has another type',
      ({ Order: order }) => (order.properties.note.type = 'integer'),
      [['type-changed', 'refused', 1000, 4, false]],
    ],
    [
      'undocumented members are refused',
      ({ Order: order }) => (order.additionalProperties = false),
      [['additional-properties-changed', 'refused', 200, 4, false]],
    ],
    [
      'a maximum was lowered below a documented bound: the other values are not known',
      ({ Line: line }) => (line.properties.quantity.maximum = 150),
      [['maximum-lowered', 'refused', 100, 2, true]],
    ],
    [
      'a parameter became required',
      (_, { paths }) => (paths['/orders'].get.parameters[0].required = true),
      [['parameter-became-required', 'refused', 1250, 5, false]],
    ],
    [
      'an operation was removed',
      (_, { paths }) => delete paths['/orders'].get,
      [['operation-removed', 'used', 2500, 10, false]],
    ],
  ])('%s', async (_, change, expected) => {
    expect(trafficOf((await diff(file, change)).report)).toEqual(expected);
  });

  const two = ({ Order: order }: Document): void => {
    order.required.push('note');
    order.properties.role.enum = ['person'];
  };

  test('ranks changes by their share', async () => {
    const { report } = await diff(file, two);
    expect(trafficOf(report).map((one) => (one as unknown[])[0])).toEqual([
      'property-became-required',
      'enum-value-removed',
    ]);
  });

  test.each(['text', 'markdown', 'changelog', 'github', 'sarif', 'junit'])(
    'is shown in the format %s',
    async (format) => {
      const { printed } = await diff(file, two, '--format', format);
      // A command of GitHub contains percent signs as %25.
      const text = printed.replaceAll('%25', '%');
      expect(text).toContain('refuses 250 of 10000 requests (2.5 %), of 1 of 40 clients');
    },
  );

  test.each([
    ['2.6%', 0],
    ['2.5%', 0],
    ['2.4%', 1],
    ['breaking', 1],
    ['none', 0],
  ])('--fail-on %s exits with %i', async (failOn, code) => {
    const change = ({ Order: order }: Document): void => {
      order.properties.role.enum = ['person'];
    };
    expect((await diff(file, change, '--fail-on', failOn)).code).toBe(code);
  });
});

test('a recording with values decides about every rule', async () => {
  const file = await record(true, 1_000);
  expect(readFileSync(file, 'utf8')).toContain('"quantity":137');
  const lowered = await diff(file, ({ Line: line }) => (line.properties.quantity.maximum = 150));
  expect(trafficOf(lowered.report)).toEqual([['maximum-lowered', 'refused', 10, 2, false]]);
  const pattern = await diff(file, ({ Line: line }) => (line.properties.sku.pattern = '^[A-Z]'));
  expect(trafficOf(pattern.report)).toEqual([['pattern-added', 'refused', 750, 30, false]]);
}, 120_000);

test('a share without a recording and a file that is none are refused', async () => {
  writeFileSync(path.join(folder, 'none.json'), '[]');
  const refused = await callCommand(folder, ['diff', 'old.json', 'old.json', '--fail-on', '1%']);
  expect([refused.code, refused.noted]).toEqual([2, expect.stringContaining('needs --traffic <file>')]);
  const none = await callCommand(folder, ['diff', 'old.json', 'old.json', '--traffic', 'none.json']);
  expect([none.code, none.noted]).toEqual([
    3,
    expect.stringContaining('none.json is no recording of requests'),
  ]);
});
