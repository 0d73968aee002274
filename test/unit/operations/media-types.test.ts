import { IsInt, IsString } from 'class-validator';
import {
  ConfigError,
  Docs,
  file,
  FileStream,
  formURLEncodedBody,
  operation,
  response,
  type Config,
  reply,
} from '../../../src/index.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { runnerOf } from './run.js';
import { Login, NewOrder } from './shop.js';

// Bodies and answers with a type for each media type, and those that the components name.

class Row {
  @IsInt() id!: number;
  @IsString() name!: string;
}

const kind = (value: unknown): string =>
  typeof value === 'object' ? (value?.constructor.name ?? 'null') : typeof value;

const content = { 'application/json': Row, 'text/csv': String, 'application/x-www-form-urlencoded': Login };
const responses = { 200: response('What came', String) };
const JSON_ROW = '{"id":1,"name":"a"}';

it.each([
  ['application/json', JSON_ROW, 200, 'Row'],
  ['application/json; charset=utf-8', JSON_ROW, 200, 'Row'],
  ['application/json', '{"id":"x"}', 400, undefined],
  ['text/csv', '1,a', 200, 'string'],
  ['application/x-www-form-urlencoded', 'user=ada&age=7', 200, 'Login'],
  ['application/x-www-form-urlencoded', 'user=ada&age=x', 400, undefined],
  ['video/mp4', 'MP4', 200, 'FileStream'],
  ['application/xml', '<row/>', 415, undefined],
])('reads a body of %s as its own type: %s', async (contentType, body, status, expected) => {
  const upload = operation(
    {
      method: 'POST',
      path: '/rows',
      body: { content: { ...content, 'video/*': { schema: FileStream } }, required: true },
      responses,
    },
    (input) => kind(input.body),
  );
  const answer = await runnerOf(upload)({ target: '/rows', headers: { 'content-type': contentType }, body });
  expect(answer.status).toBe(status);
  expect(status === 200 ? answer.body : undefined).toBe(expected);
});

it('reads a body that the components name', async () => {
  const config: Partial<Config> = {
    components: {
      requestBodies: { NewOrder: { schema: Row, required: true }, Form: formURLEncodedBody(Login) },
    },
  };
  const add = operation(
    { method: 'POST', path: '/rows', body: { $ref: '#/components/requestBodies/NewOrder' }, responses },
    ({ body }) => kind(body),
  );
  const ask = (body: string): Promise<{ status: number; body: unknown }> =>
    runnerOf(add, {}, config)({ target: '/rows', headers: { 'content-type': 'application/json' }, body });
  expect(await ask(JSON_ROW)).toMatchObject({ status: 200, body: 'Row' });
  expect(await ask('{}')).toMatchObject({ status: 400 });
  const docs = new Docs({ info: { title: 'x', version: '1' }, ...config });
  docs.bindOperations([add]);
  expect(docs.buildSpec().paths?.['/rows']?.post?.requestBody).toEqual({
    $ref: '#/components/requestBodies/NewOrder',
  });
  await expectValidDocument(docs.buildSpec());
});

it.each([
  ['a body', { contentType: 'application/jsonl', itemSchema: NewOrder }],
  ['a media type', { content: { 'application/jsonl': { itemSchema: NewOrder } } }],
])('refuses %s of items, with what to do instead', (_, body) => {
  const bind = (): unknown =>
    new Docs({ info: { title: 'x', version: '1' } }).bindOperations([
      operation({ method: 'POST', path: '/rows', body, responses }, () => ''),
    ]);
  expect(bind).toThrow(ConfigError);
  expect(bind).toThrow(/^operation POST \/rows takes a body of items \(itemSchema\).*FileStream/);
});

describe('answers', () => {
  const row = Object.assign(new Row(), { id: 1, name: 'a' });
  const several = {
    200: {
      description: 'Rows',
      schema: [Row],
      content: { 'text/csv': String, 'image/*': { schema: Buffer } },
    },
    '4xx': response('Why not', String),
  } as const;
  it.each([
    ['the first documented', [row], {}, 'application/json', [row]],
    ['the one that the handler says', '1,a', { 'content-type': 'text/csv' }, 'text/csv', '1,a'],
    ['one of a range', Buffer.from('PNG'), { 'Content-Type': 'image/png' }, 'image/png', Buffer.from('PNG')],
  ])('have the media type %s', async (_, body, headers, type, sent) => {
    const list = operation(
      { method: 'GET', path: '/rows', responses: several as never },
      () => reply(200, body, { headers }) as never,
    );
    const answer = await runnerOf(list)({ target: '/rows' });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': type } });
    expect(answer.body).toEqual(type === 'application/json' ? [{ id: 1, name: 'a' }] : sent);
  });

  // Without it, browsers and the package requests of Python read the text as Latin-1.
  it.each<[string, string, unknown, string]>([
    ['a text has', 'text/plain', 'é', 'text/plain; charset=utf-8'],
    [
      'a text with another parameter has',
      'text/plain; format=flowed',
      'é',
      'text/plain; format=flowed; charset=utf-8',
    ],
    [
      'a text whose charset is documented has',
      'text/html; Charset="UTF-8"',
      'é',
      'text/html; Charset="UTF-8"',
    ],
    ['bytes, whose charset is unknown, lack', 'text/plain', Buffer.from('é', 'latin1'), 'text/plain'],
    ['another media type lacks', 'application/xml', '<é/>', 'application/xml'],
  ])('%s a charset: %s', async (_, contentType, body, sent) => {
    const note = operation(
      { method: 'GET', path: '/x', responses: { 200: { ...response('x', file()), contentType } } },
      () => body as never,
    );
    expect(await runnerOf(note)({ target: '/x' })).toMatchObject({ headers: { 'content-type': sent } });
  });

  it('must name a media type within a documented range', async () => {
    const picture = operation(
      { method: 'GET', path: '/x', responses: { 200: { description: '', content: { 'image/*': Buffer } } } },
      () => Buffer.from('PNG'),
    );
    await expect(runnerOf(picture)({ target: '/x' })).rejects.toThrow(
      'the header content-type is missing, which selects a media type of image/*',
    );
    const sent = await runnerOf(picture, { checkResponses: false })({ target: '/x' });
    expect(sent).toMatchObject({ headers: { 'content-type': 'application/octet-stream' } });
  });

  it('accept a range in upper and lower case', async () => {
    const tea = operation(
      { method: 'GET', path: '/rows', responses: several as never },
      () => reply(418, 'tea') as never,
    );
    expect(await runnerOf(tea)({ target: '/rows' })).toMatchObject({ status: 418, body: 'tea' });
  });

  it('are streams where a media type has items', async () => {
    const watch = operation(
      {
        method: 'GET',
        path: '/rows',
        responses: { 200: { description: 'Rows', content: { 'application/jsonl': { itemSchema: Row } } } },
      },
      async function* () {
        yield await Promise.resolve(row);
      },
    );
    const { body } = await runnerOf(watch)({ target: '/rows' });
    const lines: string[] = [];
    for await (const line of body as AsyncIterable<Uint8Array>) lines.push(Buffer.from(line).toString());
    expect(lines).toEqual(['{"id":1,"name":"a"}\n']);
  });
});
