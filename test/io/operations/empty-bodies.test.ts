import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  formBody,
  formURLEncodedBody,
  FileStream,
  operation,
  response,
  schema,
  type TypeInput,
} from '../../../src/index.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// No bytes are a value of some content types: a form without fields, an empty text, an empty file.

class Fields {
  @IsOptional() @IsString() title?: string;
  @IsOptional() @IsInt() count = 7;
}
class Needed {
  @IsString() title!: string;
}

const FORM = 'application/x-www-form-urlencoded';
const responses = { 200: response('What the handler got', schema('any')) };
const one = (contentType: string, type: TypeInput, required = true): object => ({
  body: { content: { [contentType]: type }, required },
});
const BODIES = {
  form: { body: formURLEncodedBody(Fields) },
  needed: { body: formURLEncodedBody(Needed) },
  optional: one(FORM, Fields, false),
  text: one('text/plain', String),
  long: one('text/plain', { schema: schema('string', { minLength: 1 }) } as never),
  bytes: one('application/octet-stream', Uint8Array),
  stream: one('application/octet-stream', FileStream),
  json: one('application/json', Fields),
  parts: { body: formBody(Fields) },
};
const OPERATIONS = Object.entries(BODIES).map(([name, body]) =>
  operation(
    { method: 'POST', path: `/${name}`, responses, ...body } as never,
    (async ({ body: got }: { body: unknown }) => {
      if (!(got instanceof FileStream))
        return got instanceof Uint8Array ? got.byteLength : (got ?? 'nothing');
      let size = 0;
      for await (const chunk of got) size += chunk.byteLength;
      return size;
    }) as never,
  ),
);

const ROWS = [
  ['form', FORM, 200, { count: 7 }],
  ['needed', FORM, 400],
  ['optional', FORM, 200, 'nothing'],
  ['text', 'text/plain', 200, ''],
  ['text', undefined, 400],
  ['text', FORM, 415],
  ['long', 'text/plain', 400],
  ['bytes', 'application/octet-stream', 200, 0],
  ['stream', 'application/octet-stream', 200, 0],
  ['json', 'application/json', 400],
  ['parts', 'multipart/form-data; boundary=X', 400],
] as const;

describe.each(FRAMEWORKS)('%s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  test.each(ROWS)('reads no bytes for /%s as %s: %i', async (name, contentType, status, ...content) => {
    const empty = { 'in one piece': new Uint8Array(), 'in chunks': new Blob([]).stream() };
    for (const [how, body] of Object.entries(empty)) {
      const headers = contentType === undefined ? undefined : { 'content-type': contentType };
      const init = { method: 'POST', body, duplex: 'half' as const, ...(headers && { headers }) };
      const answer = await fetch(`${served.origin}/${name}`, init);
      expect([how, answer.status]).toEqual([how, status]);
      const value: unknown = await answer.json();
      if (status === 200) expect([how, value]).toEqual([how, ...content]);
    }
  });
});
