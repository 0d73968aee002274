import { IsOptional } from 'class-validator';
import {
  ArrayOf,
  Docs,
  FileStream,
  formBody,
  MaxBytes,
  operation,
  response,
  SchemaOverride,
  TypeOf,
} from '../../../../src/index.js';
import { runnerOf } from '../run.js';

class Upload {
  @IsOptional() @MaxBytes(4) @TypeOf(() => File) photo?: File;
  @IsOptional() @MaxBytes(4) @ArrayOf(() => Buffer) more?: Buffer[];
  @IsOptional() @SchemaOverride({ maxLength: 4 }) @TypeOf(() => Buffer) raw?: Buffer;
  @IsOptional() @MaxBytes(4) @TypeOf(() => FileStream) video?: FileStream;
}

const upload = operation(
  { method: 'POST', path: '/', body: formBody(Upload), responses: { 204: response('Taken') } },
  async ({ body }) => {
    for await (const _ of body.video ?? []);
  },
);

async function send(...files: readonly (readonly [name: string, size: number])[]): Promise<number> {
  const form = new FormData();
  for (const [name, size] of files) form.append(name, new File(['x'.repeat(size)], 'a'));
  const written = new Response(form);
  const headers = { 'content-type': written.headers.get('content-type')! };
  const body = new Uint8Array(await written.arrayBuffer());
  // A stream that is too long refuses the request while the handler reads it.
  return (await runnerOf(upload)({ target: '/', headers, body })).status;
}

it.each(['photo', 'more', 'raw', 'video'])('limits the bytes of the file %s', async (name) => {
  expect(await send([name, 4])).toBe(204);
  expect(await send([name, 5])).toBe(413);
});

it('limits each file of a list by itself', async () => {
  expect(await send(['more', 4], ['more', 4])).toBe(204);
  expect(await send(['more', 4], ['more', 5])).toBe(413);
});

it('is documented in bytes, and in characters of base64', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.bindOperations([upload]);
  const json = JSON.stringify(docs.buildSpec().components!.schemas);
  expect(json.match(/"maxLength":4/g)).toHaveLength(4);
});

it('takes a positive integer', () => {
  expect(() => MaxBytes(0.5)({}, 'photo')).toThrow(/@MaxBytes.*1 or more/);
});
