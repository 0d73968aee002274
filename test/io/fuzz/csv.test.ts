import express, { type Express } from 'express';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { csv, Docs, operation, problemResponse, response } from '../../../src/index.js';
import { expressOperations } from '../../../src/adapters/express.js';
import { checkExchange, fuzz, SpecCoverage } from '../../../src/tools/testing.js';

class Row {
  @IsString() @MaxLength(20) sku!: string;
  @IsInt() @Min(0) @Max(1000) quantity!: number;
  @IsOptional() @IsBoolean() fragile?: boolean;
  @IsOptional() @IsIn(['red', 'blue']) color?: string;
}

let imported: readonly Row[] = [];
const ROWS: Row[] = [{ sku: '=1+1', quantity: 3, fragile: true }];

const stored = operation(
  { method: 'GET', path: '/stock', responses: { 200: response('The stock', csv([Row])) } },
  () => ROWS,
);
const imports = (onRows: (rows: readonly Row[]) => void) =>
  operation(
    {
      method: 'PUT',
      path: '/stock',
      body: csv([Row]),
      responses: { 200: response('Imported', Number), 409: problemResponse('Refused') },
    },
    ({ body }) => {
      imported = [...imported, ...body];
      onRows(body);
      return body.length;
    },
  );

function serviceOf(put: ReturnType<typeof imports>): { app: Express; docs: object } {
  const docs = new Docs({ info: { title: 'Stock', version: '1' } });
  const app = express();
  expressOperations(app, docs, [stored, put]);
  return { app, docs: docs.buildSpec() };
}

test('rows are generated, and a service as documented has no finding', async () => {
  const { app, docs } = serviceOf(imports(() => undefined));
  imported = [];
  const report = await fuzz(app, { docs, runs: 120 });
  expect(report.findings).toEqual([]);
  expect(report.operations.map(({ isReached }) => isReached)).toEqual([true, true]);
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.some(({ quantity }) => quantity === 1000)).toBe(true);
  expect(imported.some(({ fragile }) => fragile === undefined)).toBe(true);
});

test('a fault of a row is found', async () => {
  const { app, docs } = serviceOf(
    imports((rows) => {
      if (rows.some(({ color }) => color === 'red')) throw new Error('Out of paint');
    }),
  );
  const { findings } = await fuzz(app, { docs, runs: 120 });
  expect(findings.map(({ code, isValid }) => [code, isValid])).toEqual([['server-error', true]]);
});

const { docs: document } = serviceOf(imports(() => undefined));
const exchange = (text: string, method = 'GET') => {
  const headers = { 'content-type': 'text/csv; charset=utf-8' };
  const url = '/stock';
  return method === 'GET'
    ? { request: { method, url, headers: {} }, response: { status: 200, headers, body: text } }
    : {
        request: { method, url, headers, body: text },
        response: { status: 200, headers: { 'content-type': 'application/json' }, body: '1' },
      };
};

test.each([
  ['sku,quantity\r\nA-1,3\r\n', []],
  ['quantity,sku,color\r\n3,"A, ""1""",red\r\n', []],
  ['sku,quantity\r\nA-1,many\r\n', ['#/0/quantity type']],
  ['sku,quantity,color\r\nA-1,3,red\r\nB-2,1,green\r\n', ['#/1/color enum']],
  ['sku\r\nA-1\r\n', ['#/0/quantity required']],
  ["sku,quantity\r\n'=89012345678901234567,1\r\n", ['#/0/sku maxLength']],
  ["sku,quantity\r\n'=8901234567890123456,1\r\n", []],
  ['nothing\r\nA-1\r\n', ['# contentMediaType']],
  ['sku,quantity\r\n"A-1,3\r\n', ['# contentMediaType']],
])('checkExchange reads %j', async (text, expected) => {
  for (const method of ['GET', 'PUT']) {
    const { mismatches } = await checkExchange(document, exchange(text, method));
    expect(mismatches.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(expected);
  }
});

test('a cell is in no message', async () => {
  const { mismatches } = await checkExchange(document, exchange('sku,quantity\r\n"secret,3\r\n'));
  expect(mismatches.map(({ message }) => message)).toEqual([
    'The response body is not CSV (RFC 4180) with a header line of documented columns.',
  ]);
});

test('coverage counts the values of columns', async () => {
  const coverage = new SpecCoverage(document);
  await checkExchange(document, exchange('sku,quantity,color\r\nA-1,3,red\r\n'), { coverage });
  const counts = coverage.report().points.map(({ of, what, count }) => `${of} ${what}: ${count}`);
  expect(counts).toEqual(
    expect.arrayContaining([
      'Row response color present: 1',
      'Row response color enum "red": 1',
      'Row response color enum "blue": 0',
      'Row response fragile absent: 1',
    ]),
  );
});
