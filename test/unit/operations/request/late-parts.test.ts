import { IsOptional, IsString, MinLength } from 'class-validator';

import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { Docs, FileStream, formBody, operation, Required, response, TypeOf } from '../../../../src/index.js';

class Upload {
  @IsString() @MinLength(2) title!: string;
  @IsOptional() @IsString() note?: string;
  @Required() @TypeOf(() => File) poster!: File;
  @Required() @TypeOf(() => FileStream) video!: FileStream;
}

const upload = operation(
  { method: 'POST', path: '/', body: formBody(Upload), responses: { 204: response('Stored') } },
  () => undefined,
);
const serve = fetchOperations(new Docs({ info: { title: 'Videos', version: '1' } }), [upload]);

const PARTS = { title: 'Sea', poster: new File(['x'], 'a.png'), video: new File(['y'], 'a.mp4') };

async function send(...names: (keyof typeof PARTS)[]): Promise<unknown> {
  const body = new FormData();
  for (const name of names) body.append(name, PARTS[name]);
  const result = await serve(new Request('http://localhost/', { method: 'POST', body }));
  if (result === undefined || result.status === 204) return result?.status;
  const { errors } = (await result.json()) as { errors: { pointer: string; detail: string }[] };
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

describe('the order of a form with a file that is read as a stream', () => {
  test('accepts the stream as the last part', async () => {
    expect(await send('title', 'poster', 'video')).toBe(204);
  });

  test('names the stream for each part that is missing before it, once', async () => {
    expect(await send('video', 'title', 'poster')).toEqual([
      '#/poster poster is missing. Send video last: parts after it are not read',
      '#/title title is missing. Send video last: parts after it are not read',
    ]);
  });

  test('keeps the message of a missing part without a stream', async () => {
    expect(await send('title', 'video')).toEqual([
      '#/poster poster is missing. Send video last: parts after it are not read',
    ]);
    expect(await send('title', 'poster')).toEqual(['#/video video must be a file']);
  });
});
