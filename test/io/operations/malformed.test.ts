import { once } from 'node:events';
import { connect } from 'node:net';
import { Allow, IsBoolean, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Transform, Type } from 'class-transformer';
import { z } from 'zod';
import {
  arrayOf,
  FileStream,
  formBody,
  formURLEncodedBody,
  jsonLines,
  operation,
  Optional,
  Required,
  response,
} from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// Requests that a client's library would not send, and one verdict about each in every framework.

class Inner {
  @IsOptional() @IsInt() size?: number;
}
class Parts {
  @IsOptional() @IsString() title?: string;
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @IsInt({ each: true }) counts?: number[];
  @IsOptional() @ValidateNested() @Type(() => Inner) inner?: Inner;
  @Optional() file?: File;
}
class Named {
  @IsString() name!: string;
}
class Meta {
  @IsOptional() @IsObject() meta?: object;
  @IsOptional() @ValidateNested() @Type(() => Inner) inner?: Inner;
}
class Film {
  @Allow() @Required() film!: FileStream;
}
class Typed {
  @IsOptional() @Type(() => Number) @IsInt() count?: number;
  @IsOptional() @Type(() => Number) @IsInt({ each: true }) counts?: number[];
  @IsOptional() @Type(() => Boolean) @IsBoolean() isDry?: boolean;
  @IsOptional() @Transform(({ value }) => value === 'yes') @IsBoolean() isNew?: boolean;
}
class Size {
  @IsInt() size!: number;
}

const colour = {
  name: 'colour',
  in: 'query',
  style: 'form',
  explode: false,
  schema: { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } },
} as const;
const back = { 200: response('What came', { type: 'object' }) };
const OPERATIONS = [
  operation({ method: 'POST', path: '/parts', body: formBody(Parts), responses: back }, ({ body }) => ({
    ...body,
  })),
  operation(
    { method: 'POST', path: '/form', body: formURLEncodedBody(Named), responses: back },
    ({ body }) => ({ ...body }),
  ),
  operation({ method: 'GET', path: '/named', query: Named, responses: back }, ({ query }) => ({ ...query })),
  operation({ method: 'GET', path: '/named/{name}', params: Named, responses: back }, ({ params }) => ({
    ...params,
  })),
  operation({ method: 'GET', path: '/typed', query: Typed, responses: back }, ({ query }) => ({ ...query })),
  operation(
    { method: 'POST', path: '/typed/form', body: formURLEncodedBody(Typed), responses: back },
    ({ body }) => ({ ...body }),
  ),
  operation({ method: 'POST', path: '/typed/parts', body: formBody(Typed), responses: back }, ({ body }) => ({
    ...body,
  })),
  operation({ method: 'GET', path: '/sizes/{size}', params: Size, responses: back }, ({ params }) => ({
    ...params,
  })),
  operation(
    { method: 'GET', path: '/coerced', query: z.object({ size: z.coerce.number() }), responses: back },
    ({ query }) => ({ ...query }),
  ),
  operation({ method: 'POST', path: '/meta', body: Meta, responses: back }, () => ({
    status: 200,
    body: {},
  })),
  operation({ method: 'GET', path: '/colours', parameters: [colour], responses: back }, ({ query }) => query),
  operation(
    { method: 'POST', path: '/closed', body: Named, unknownProperties: 'refuse', responses: back },
    ({ body }) => ({ ...body }),
  ),
  operation({ method: 'POST', path: '/numbers', body: arrayOf(Number), responses: back }, ({ body }) => ({
    ...body,
  })),
  operation(
    {
      method: 'POST',
      path: '/films',
      body: formBody(Film),
      responses: { 200: jsonLines('Sizes', Size) },
    },
    async function* ({ body: { film } }) {
      for await (const chunk of film) yield { size: chunk.byteLength };
    },
  ),
];

/** Sends the head and the bytes as they are, and reads the whole answer. */
async function ask(
  origin: string,
  line: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<{ status: number; type: string | undefined; text: string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const bytes = Buffer.from(body);
  const isFramed = headers.some((header) => header.startsWith('transfer-encoding'));
  const length = bytes.length > 0 && !isFramed ? [`content-length: ${bytes.length}`] : [];
  const head = [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...headers, ...length];
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const read = Buffer.concat(chunks).toString();
  const [top = '', ...rest] = read.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(top)?.[1]),
    type: /^content-type: (.*)$/im.exec(top)?.[1],
    text: rest.join('\r\n\r\n'),
  };
}

const MULTIPART = ['content-type: multipart/form-data; boundary=XX'];
const FORM = ['content-type: application/x-www-form-urlencoded'];
const JSON_TYPE = 'content-type: application/json';
function part(name: string, value: string | Buffer, contentType?: string): Buffer {
  const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
  return Buffer.concat([
    Buffer.from(`--XX\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
}
const filePart = (filename: string): Buffer => part(`file"; filename="${filename}`, 'x', 'text/plain');
const parts = (...all: Buffer[]): Buffer => Buffer.concat([...all, Buffer.from('--XX--\r\n')]);
const application = 'application/json';

type Row = readonly [
  name: string,
  line: string,
  headers: readonly string[],
  body: string | Buffer,
  status: number,
  content?: object,
];

const ROWS: readonly Row[] = [
  ['JSON null in a part for text', 'POST /parts', MULTIPART, parts(part('title', 'null', application)), 400],
  ['JSON null in a part for an object', 'POST /parts', MULTIPART, parts(part('inner', 'null')), 400],
  [
    'a JSON number in a part',
    'POST /parts',
    MULTIPART,
    parts(part('count', '5', application)),
    200,
    { count: 5 },
  ],
  [
    'JSON numbers and text in parts of a list',
    'POST /parts',
    MULTIPART,
    parts(part('counts', '5', application), part('counts', '6')),
    200,
    { counts: [5, 6] },
  ],
  [
    'a JSON string in a part for a number',
    'POST /parts',
    MULTIPART,
    parts(part('count', '"5"', application)),
    400,
  ],
  [
    'a JSON object in a part for text',
    'POST /parts',
    MULTIPART,
    parts(part('title', '{}', application)),
    400,
  ],
  [
    'UTF-8 in a part',
    'POST /parts',
    MULTIPART,
    parts(part('title', 'Grüße \uFFFD')),
    200,
    { title: 'Grüße \uFFFD' },
  ],
  [
    'a part that is not UTF-8',
    'POST /parts',
    MULTIPART,
    parts(part('title', Buffer.from([0x61, 0xff]))),
    400,
  ],
  [
    'a part that is not UTF-8, with its charset',
    'POST /parts',
    MULTIPART,
    parts(part('title', Buffer.from([0x61, 0xff]), 'text/plain; charset=utf-8')),
    400,
  ],
  ['no chunk of a body', 'POST /meta', [JSON_TYPE, 'transfer-encoding: chunked'], '0\r\n\r\n', 400],
  ['an object twice in a query', 'GET /colours?colour=R,1&colour=G,2', [], '', 400],
  ['two files for one', 'POST /parts', MULTIPART, parts(filePart('a'), filePart('b')), 400],
  ['a name with half a surrogate pair', 'POST /closed', [JSON_TYPE], '{"name":"a","\\ud800":1}', 400],
  ['a number too large for JavaScript', 'POST /numbers', [JSON_TYPE], '[1e999]', 400],
  // class-transformer would convert all of these.
  ...[
    'count=0x10',
    'count=',
    'count=%207',
    'count=9007199254740993',
    'counts=1&counts=',
    'isDry=0',
    'isDry=no',
  ].flatMap((text) => typed(`text for another type: ${text}`, text, 400)),
  ...typed('numbers for @Type', 'count=7&counts=1&isDry=false', 200, { count: 7, counts: [1], isDry: false }),
  ...typed('text for a @Transform', 'isNew=yes', 200, { isNew: true }),
  ...['size=0x10', 'size=', 'size=9007199254740993'].map((query): Row => [
    `text that z.coerce would convert: ${query}`,
    `GET /coerced?${query}`,
    [],
    '',
    400,
  ]),
  ['a number for z.coerce', 'GET /coerced?size=7', [], '', 200, { size: 7 }],
  ['an integer that JavaScript rounds', 'GET /sizes/9007199254740993', [], '', 400],
  ['the largest safe integer', 'GET /sizes/9007199254740991', [], '', 200, { size: 9007199254740991 }],
  ['a larger integer that is exact', 'GET /sizes/10000000000000000000000', [], '', 200, { size: 1e22 }],
  ['a broken escape in a path, after a valid one', 'GET /named/%2f%zz', [], '', 400],
  ['a form that is not UTF-8', 'POST /form', FORM, Buffer.from('name=\xff', 'latin1'), 400],
  ['a broken escape in a form', 'POST /form', FORM, 'name=%zz', 400],
  ['a broken escape in a name of a form', 'POST /form', FORM, 'name=a&%zz=1', 400],
  ['a broken escape in a query', 'GET /named?name=%zz', [], '', 400],
  ['an escape in a query that is not UTF-8', 'GET /named?name=%ff', [], '', 400],
  ['a broken escape in a path', 'GET /named/%zz', [], '', 400],
  ['an escape in a path that is not UTF-8', 'GET /named/a%ff', [], '', 400],
  [
    'two content types, the first documented',
    'POST /meta',
    [JSON_TYPE, 'content-type: text/plain'],
    '{}',
    400,
  ],
  [
    'two content types, the second documented',
    'POST /meta',
    ['content-type: text/plain', JSON_TYPE],
    '{}',
    400,
  ],
  ['one content type twice', 'POST /meta', [JSON_TYPE, JSON_TYPE], '{}', 400],
  ['two content types in one header', 'POST /meta', [`${JSON_TYPE}, text/plain`], '{}', 400],
  ['a content type without a slash', 'POST /meta', ['content-type: json'], '{}', 415],
  ['an empty content type', 'POST /meta', ['content-type: '], '{}', 415],
  ['a body without a content type', 'POST /meta', [], '{}', 415],
  ['a member constructor', 'POST /meta', [JSON_TYPE], '{"meta":{"constructor":1}}', 400],
  ['a member constructor, deeper', 'POST /meta', [JSON_TYPE], '{"meta":{"a":[{"constructor":{}}]}}', 400],
  ['a member constructor of a class', 'POST /meta', [JSON_TYPE], '{"inner":{"constructor":1}}', 200],
];

/** The same text as a query and in both forms. */
function typed(name: string, text: string, status: number, ...content: [object?]): Row[] {
  const fields = [...new URLSearchParams(text)].map(([key, value]) => part(key, value));
  return [
    [name, `GET /typed?${text}`, [], '', status, ...content],
    [`${name}, in a form`, 'POST /typed/form', FORM, text, status, ...content],
    [`${name}, in parts`, 'POST /typed/parts', MULTIPART, parts(...fields), status, ...content],
  ];
}

/** Rows that the framework's own parser answers, or has changed before the operation is asked. */
const OWN_PARSER: Readonly<Record<string, readonly string[]>> = {
  'Express 5, behind its parsers': [
    'a broken escape in a form',
    'a broken escape in a name of a form',
    'a form that is not UTF-8',
    'two content types, the second documented',
  ],
};

jest.setTimeout(8000);

describe.each(FRAMEWORKS)('%s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  const rows = ROWS.filter(([name]) => OWN_PARSER[framework]?.includes(name) !== true);
  test.each(rows.map((row) => [row[0], row] as const))('%s', async (_, row) => {
    const [, line, headers, body, status, content] = row;
    const answer = await ask(served.origin, line, headers, body);
    expect(answer).toMatchObject({ status });
    if (status >= 400) expect(answer).toMatchObject({ type: 'application/problem+json' });
    if (content !== undefined) expect(JSON.parse(answer.text)).toEqual(content);
  });

  test('a client cannot cause a warning for each request', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    for (let turn = 0; turn < 5; turn += 1)
      await ask(served.origin, 'POST /meta', [JSON_TYPE], '{"meta":{"constructor":1}}');
    const count = warn.mock.calls.length;
    warn.mockRestore();
    expect(count).toBeLessThan(2);
  });

  test('a streamed answer reads a file while it arrives', async () => {
    const head = 'Content-Disposition: form-data; name="film"; filename="a"';
    const film = `--XX\r\n${head}\r\n\r\n${'x'.repeat(150_000)}\r\n--XX--\r\n`;
    const answer = await ask(served.origin, 'POST /films', MULTIPART, film);
    const sizes = [...answer.text.matchAll(/\{"size":(\d+)\}/g)].map(([, size]) => Number(size));
    expect(answer.status).toBe(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150_000);
  });
});
