import { Exclude, Expose, Type } from 'class-transformer';
import {
  IsDate,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  ArrayOf,
  csv,
  Docs,
  Example,
  file,
  Nullable,
  operation,
  type Operation,
  response,
} from '../../../src/index.js';
import { BodyStream } from '../../../src/operations/response/body-stream.js';
import { runnerOf, type TestResponse } from './run.js';

class Row {
  @IsString() sku!: string;
  @Expose({ name: 'how_many' }) @IsInt() @Min(0) count!: number;
  @IsOptional() @IsString() note?: string;
  @ValidateIf((row: Row) => row.due !== null) @Nullable() @Type(() => Date) @IsDate() due!: Date | null;
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsString() secret?: string;
}

const row = (fields: Partial<Row>): Row =>
  Object.assign(new Row(), { sku: 'A', count: 1, due: null }, fields);

const textOf = async (body: unknown): Promise<string> => {
  if (!(body instanceof BodyStream)) return body as string;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const report = (rows: unknown, options = {}): Operation =>
  operation(
    { method: 'GET', path: '/report', responses: { 200: response('Report', csv([Row], options)) } },
    () => rows as Row[],
  );

const sent = async (rows: unknown, options = {}): Promise<string> => {
  const { status, headers, body } = await runnerOf(report(rows, options))({ target: '/report' });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return textOf(body);
};

const HEADER = 'sku,how_many,note,due\r\n';

describe('responses of CSV', () => {
  it('write rows of a class', async () => {
    const due = new Date('2026-01-02T03:04:05Z');
    expect(
      await sent([row({ note: 'a "quoted", text\nof two lines', due, secret: 'x' }), row({ count: 2 })]),
    ).toBe(`${HEADER}A,1,"a ""quoted"", text\nof two lines",2026-01-02T03:04:05.000Z\r\nA,2,,\r\n`);
  });

  it('write plain objects as the class, without undocumented members', async () => {
    expect(await sent([{ sku: 'A', count: 1, due: null, password: 'x' }])).toBe(`${HEADER}A,1,,\r\n`);
  });

  test.each([
    ['no rows', () => []],
    [
      'no rows of a stream',
      () =>
        new ReadableStream({
          start: (controller) => {
            controller.close();
          },
        }),
    ],
  ])('write the header line for %s', async (_, rows) => {
    expect(await sent((rows as () => unknown)())).toBe(HEADER);
  });

  it('write an async iterable', async () => {
    async function* rows(): AsyncGenerator<Row> {
      yield row({});
      await Promise.resolve();
      yield row({ sku: 'B' });
    }
    expect(await sent(rows())).toBe(`${HEADER}A,1,,\r\nB,1,,\r\n`);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+49 170', "'+49 170"],
    ['-1+2', "'-1+2"],
    ['\tx', "'\tx"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['-12.50', '-12.50'],
    ['a=b', 'a=b'],
    ['', '""'],
    [' x ', ' x '],
  ])('write %j as %j', async (sku, cell) => {
    expect(await sent([row({ sku })])).toBe(`${HEADER}${cell},1,,\r\n`);
  });

  class Linked {
    @Expose({ name: '@type' }) @IsString() type!: string;
    @Expose({ name: '-total' }) @IsOptional() @IsInt() total?: number;
  }

  it('write the names of columns as documented, also those that look like formulas', async () => {
    const echo = operation(
      {
        method: 'POST',
        path: '/r',
        body: csv([Linked]),
        responses: { 200: response('Rows', csv([Linked])) },
      },
      ({ body }) => body,
    );
    const text = '@type,-total\r\na,1\r\n';
    const request = { target: '/r', method: 'POST', headers: { 'content-type': 'text/csv' }, body: text };
    expect((await runnerOf(echo)(request)).body).toBe(text);
  });

  it('write formulas unchanged if the application wants that', async () => {
    expect(await sent([row({ sku: '=1+1' })], { formulas: 'keep' })).toBe(`${HEADER}=1+1,1,,\r\n`);
  });

  test.each([
    ['an object', {}],
    ['a text', 'sku\r\nA'],
    ['bytes', Buffer.from('x')],
  ])('refuse %s', async (_, body) => {
    await expect(sent(body)).rejects.toThrow(/GET \/report returned .* for CSV/);
  });

  it('refuse a row that is not an object', async () => {
    await expect(sent(['A'])).rejects.toThrow(/a row does not satisfy its schema/);
  });

  it('check each row', async () => {
    await expect(sent([row({ count: -1 })])).rejects.toThrow(/a row does not satisfy its schema/);
  });
});

const imported = async (
  text: string | Uint8Array,
  type = 'text/csv',
  options = {},
): Promise<TestResponse & { got: unknown }> => {
  let got: unknown;
  const one = operation(
    { method: 'POST', path: '/rows', body: csv([Row]), responses: { 204: response('Imported') } },
    ({ body }) => {
      got = body;
    },
  );
  const answer = await runnerOf(
    one,
    options,
  )({ target: '/rows', headers: { 'content-type': type }, body: text });
  return { ...answer, got };
};

describe('requests of CSV', () => {
  it('become instances', async () => {
    const { status, got } = await imported(
      '\uFEFFhow_many,sku,note,due\r\n1,A,"two\nlines, ""quoted""",2026-01-02T03:04:05Z\r\n2,"",,\r\n\r\n',
    );
    expect(status).toBe(204);
    expect(got).toEqual([
      Object.assign(new Row(), {
        sku: 'A',
        count: 1,
        note: 'two\nlines, "quoted"',
        due: new Date('2026-01-02T03:04:05Z'),
      }),
      Object.assign(new Row(), { sku: '', count: 2, due: null }),
    ]);
    expect((got as Row[])[0]).toBeInstanceOf(Row);
  });

  it('read what responses write', async () => {
    const rows = [row({ note: 'a,b"c' }), row({ sku: '', due: new Date(0) })];
    expect((await imported(await sent(rows))).got).toEqual(rows);
  });

  test.each([
    ['a quote without an end', 'sku,how_many\r\n"A,1', /a quote has no end/],
    ['a quote inside of a cell', 'sku,how_many\r\nA"B,1', /is not quoted/],
    ['text after a quote', 'sku,how_many\r\n"A"B,1', /is not quoted/],
    ['too many cells', 'sku,how_many\r\nA,1,2', /row 1 has 3 cells, and the header line has 2/],
    ['too few cells', 'sku,how_many\r\nA,1\r\nA', /row 2 has 1 cells/],
    ['a column twice', 'sku,sku\r\nA,1', /the column "sku" occurs twice/],
    ['semicolons', 'sku;how_many\r\nA;1', /must name the columns.*sku,how_many,note,due/],
    ['no header line', '\r\n', /must name the columns/],
    ['bytes that are not UTF-8', Buffer.from([0x73, 0xff]), /not valid UTF-8/],
  ])('refuse %s', async (_, text, detail) => {
    const { status, body } = await imported(text);
    expect(status).toBe(400);
    expect((body as { detail: string }).detail).toMatch(detail);
  });

  it('name the row and the column of a fault', async () => {
    const { status, body } = await imported('sku,how_many,due\r\nA,1,\r\nA,-1,\r\nA,x,\r\n');
    expect(status).toBe(400);
    expect((body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '#/1/how_many',
      '#/2/how_many',
      '#/2/how_many',
    ]);
  });

  it('refuse other content types, also JSON', async () => {
    expect((await imported('[]', 'application/json')).status).toBe(415);
  });

  // With a search for each column, it would take minutes.
  it('read a header line of many columns', async () => {
    const columns = Array.from({ length: 130_000 }, (_, index) => `c${index}`);
    expect((await imported(`sku,${columns.join(',')}\r\n`)).status).toBe(204);
  });

  it('have the limits of lists', async () => {
    const text = `sku,how_many,due\r\n${'A,1,\r\n'.repeat(11)}`;
    expect((await imported(text, 'text/csv', { limits: { maxItems: 10 } })).status).toBe(413);
    expect((await imported(text, 'text/csv', { limits: { maxItems: 11 } })).status).toBe(204);
  });
});

describe('csv', () => {
  const spec = (version: '3.0' | '3.1' | '3.2'): never => {
    const docs = new Docs({ info: { title: 'T', version: '1' }, openapi: version });
    docs.add({
      method: 'POST',
      path: '/rows',
      requestBody: { schema: csv([Row]), contentType: 'text/csv', required: true },
      responses: { 200: response('Rows', csv([Row])) },
    });
    expect(docs.validate()).toBeNull();
    return docs.buildSpec() as never;
  };

  it('is documented as a text with rows', () => {
    const { paths } = spec('3.1') as { paths: Record<string, Record<string, never>> };
    expect(paths['/rows']!.post).toMatchObject({
      requestBody: {
        content: {
          'text/csv': { schema: { contentSchema: { items: { $ref: '#/components/schemas/RowInput' } } } },
        },
      },
      responses: {
        200: {
          content: {
            'text/csv': {
              schema: {
                type: 'string',
                contentMediaType: 'text/csv',
                contentSchema: { type: 'array', items: { $ref: '#/components/schemas/Row' } },
                examples: ['sku,how_many,note,due\r\n'],
                description: 'CSV with the columns `sku`, `how_many`, `note`, `due`',
              },
            },
          },
        },
      },
    });
  });

  it('has an example if each required column has one', () => {
    class Stock {
      @Example('A,1') @IsString() sku!: string;
      @Example(3) @IsInt() count!: number;
      @IsOptional() @IsString() note?: string;
    }
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    docs.add({ method: 'GET', path: '/stock', responses: { 200: response('Stock', csv([Stock])) } });
    expect(docs.validate()).toBeNull();
    expect(JSON.stringify(docs.buildSpec())).toContain(
      JSON.stringify({ examples: ['sku,count,note\r\n"A,1",3,\r\n'] }).slice(1, -1),
    );
  });

  it('is documented in OpenAPI 3.0 as a text', () => {
    const { paths } = spec('3.0') as { paths: Record<string, Record<string, { responses: never }>> };
    expect(paths['/rows']!.post!.responses).toMatchObject({
      200: { content: { 'text/csv': { schema: { type: 'string', description: /how_many/ as never } } } },
    });
  });

  class Order {
    @ArrayOf(() => Row) @ValidateNested({ each: true }) @Type(() => Row) rows!: Row[];
    @IsNumber() total!: number;
  }

  it('refuses columns that are lists or objects', () => {
    const one = operation(
      { method: 'GET', path: '/orders', responses: { 200: response('Orders', csv([Order])) } },
      () => [],
    );
    expect(() => runnerOf(one)).toThrow(/Order\.rows is a list, which a cell of CSV cannot contain/);
  });

  test.each([
    ['a class without a list', () => csv(Row as never)],
    ['two classes', () => csv([Row, Order] as never)],
    ['a type that is no class', () => csv([file()] as never)],
    ['an unknown option', () => csv([Row], { formula: 'keep' } as never)],
    ['an invalid option', () => csv([Row], { formulas: 'no' as never })],
  ])('refuses %s', (_, create) => {
    expect(create).toThrow(/csv\(rows/);
  });

  test.each([
    ['JSON', { content: { 'application/json': csv([Row]) } }],
    ['a list', { schema: [csv([Row])] as never }],
  ])('refuses %s', (_, spec) => {
    const one = operation(
      { method: 'GET', path: '/x', responses: { 200: { description: 'x', ...spec } as never } },
      () => [] as never,
    );
    expect(() => runnerOf(one)).toThrow(/csv\(…\) is the type of a body/);
  });
});
