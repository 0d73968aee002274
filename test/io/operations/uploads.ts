import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, MinLength, ValidateNested } from 'class-validator';
import {
  ArrayOf,
  FileStream,
  formBody,
  operation,
  Optional,
  Required,
  response,
  SchemaOverride,
  reply,
} from '../../../src/index.js';
import { Range } from '../../unit/operations/shop.js';

class Upload {
  @IsString() @MinLength(2) title!: string;
  @IsOptional() @IsInt() age?: number;
  @IsOptional() @IsArray() @IsInt({ each: true }) codes?: number[];
  @IsOptional() @ValidateNested() @Type(() => Range) range?: Range;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Range) ranges?: Range[];
  @Required() @SchemaOverride({ contentMediaType: 'image/png' }) photo!: File;
  @Optional() @ArrayOf(() => File) notes?: File[];
  @Optional() raw?: Buffer;
}

class Scans {
  @Required() front!: File;
  @ArrayOf(() => File) @Optional() pages?: File[];
}

class Titled {
  @IsString() title!: string;
  @Required() front!: File;
}

class Video {
  @IsString() @MinLength(2) title!: string;
  @Required() video!: FileStream;
}

class Album {
  @IsString() title!: string;
  @Required() @ArrayOf(() => FileStream) photos!: AsyncIterable<FileStream>;
}

const ANYTHING = { 200: response('What came', { type: 'object' }) };
const limits = { maxFileBytes: 200_000, maxFiles: 4, maxFields: 10, maxFieldBytes: 100 };

interface Seen {
  readonly name: string | undefined;
  readonly type: string;
  readonly size: number;
  readonly hash: string;
}

const videos = new EventEmitter();

/** What the handler of a video sees next. */
export async function nextVideo(event: 'started' | 'ended'): Promise<unknown> {
  return ((await once(videos, event)) as unknown[])[0];
}

async function seen(file: FileStream): Promise<Seen> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file) {
    size += chunk.byteLength;
    hash.update(chunk);
  }
  return { name: file.filename, type: file.contentType, size, hash: hash.digest('hex') };
}

export const UPLOADS = [
  operation(
    { method: 'POST', path: '/uploads', body: formBody(Upload), multipart: limits, responses: ANYTHING },
    async ({ body: { photo, notes = [], raw, ...fields } }) =>
      reply(200, {
        ...fields,
        photo: [photo.name, photo.type, await photo.text()],
        notes: await Promise.all(notes.map(async (note) => [note.name, note.type, await note.text()])),
        raw: raw?.toString('hex'),
      }),
  ),
  operation(
    { method: 'POST', path: '/scans', body: formBody(Scans), multipart: limits, responses: ANYTHING },
    async ({ body: { front, pages = [] } }) =>
      reply(200, {
        front: await front.text(),
        pages: await Promise.all(pages.map(async (one) => one.text())),
      }),
  ),
  operation(
    {
      method: 'POST',
      path: '/strict-scans',
      body: { ...formBody(Titled), validation: { whitelist: true, forbidNonWhitelisted: true } },
      multipart: limits,
      responses: ANYTHING,
    },
    async ({ body }) => reply(200, { ...body, front: await body.front.text(), keys: Object.keys(body) }),
  ),
  operation(
    { method: 'POST', path: '/videos', body: formBody(Video), multipart: limits, responses: ANYTHING },
    async ({ body: { title, video } }) => {
      videos.emit('started', title);
      // Who reads nothing answers all the same.
      if (title === 'unread') return reply(200, { title });
      try {
        return reply(200, { title, ...(await seen(video)) });
      } catch (error) {
        videos.emit('ended', error);
        throw error;
      }
    },
  ),
  operation(
    { method: 'POST', path: '/albums', body: formBody(Album), multipart: limits, responses: ANYTHING },
    async ({ body: { title, photos } }) => {
      const all: Seen[] = [];
      for await (const photo of photos) all.push(await seen(photo));
      return reply(200, { title, all });
    },
  ),
  operation(
    {
      method: 'PUT',
      path: '/streams',
      body: { schema: FileStream, contentType: 'video/*', required: true },
      multipart: limits,
      responses: ANYTHING,
    },
    async ({ body }) => reply(200, await seen(body)),
  ),
];

type Entry = readonly [name: string, value: string | File];

function form(...entries: readonly Entry[]): RequestInit {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return { method: 'POST', body: data };
}

/** A form as its bytes, for what no client of good manners sends. */
function raw(lines: readonly string[], contentType = 'multipart/form-data; boundary=XX'): RequestInit {
  return { method: 'POST', headers: { 'content-type': contentType }, body: lines.join('\r\n') };
}

const png = (name = 'me.png', text = 'PNG', type = 'image/png'): File => new File([text], name, { type });
const title: Entry = ['title', 'Holiday'];
const photo: Entry = ['photo', png()];
const large = png('large.bin', 'x'.repeat(199_000), 'video/mp4');
const tooLarge = png('large.bin', 'x'.repeat(201_000), 'video/mp4');
const part = (disposition: string, text: string): readonly string[] => [
  '--XX',
  `Content-Disposition: form-data; ${disposition}`,
  '',
  text,
];

/** What is sent, and the status that answers it. */
export const UPLOAD_TABLE: readonly (readonly [string, string, RequestInit, number])[] = [
  [
    'a form with files',
    '/uploads',
    form(
      photo,
      ['codes', '1'],
      title,
      ['age', '7'],
      ['codes', '2'],
      ['range', '{"min":1}'],
      ['ranges', '{"min":2}'],
      ['notes', png('a.txt', 'one', 'text/plain')],
      ['notes', png('b.txt', 'two', 'text/plain')],
      ['raw', png('c', '\u0001\u0002', '')],
    ),
    200,
  ],
  ['a form with no files but the one required', '/uploads', form(photo, title), 200],
  ['a form without a file that is required', '/uploads', form(title), 400],
  ['an input without a chosen file', '/uploads', form(title, ['photo', png('', '')]), 400],
  // A generated client may write each file, or a whole list of files, as JSON (RFC 7578, 4.2: a file has a filename).
  ['a file that is a text', '/uploads', form(title, ['photo', '{}']), 400],
  ['a list of files that is one text', '/scans', form(['front', png()], ['pages', '[{},{}]']), 400],
  ['an optional file that is an empty text', '/scans', form(['front', png()], ['pages', '']), 200],
  [
    'bytes without a filename',
    '/scans',
    raw([
      '--XX',
      'Content-Disposition: form-data; name="front"',
      'Content-Type: application/octet-stream',
      '',
      'PNG',
      '--XX--',
      '',
    ]),
    400,
  ],
  [
    'a file of another content type',
    '/uploads',
    form(title, ['photo', png('x.gif', 'GIF', 'image/gif')]),
    400,
  ],
  ['a form of wrong values', '/uploads', form(photo, ['title', 'x'], ['age', 'old'], ['range', 'wide']), 400],
  ['a form of files alone', '/scans', form(['front', png()], ['pages', png()], ['pages', png()]), 200],
  ['a form of files alone without the one required', '/scans', form(['pages', png()]), 400],
  ['a file beside rules that forbid other members', '/strict-scans', form(title, ['front', png()]), 200],
  ['an unknown field beside a file', '/strict-scans', form(title, ['front', png()], ['extra', 'x']), 400],
  ['a form of no parts', '/uploads', raw(['--XX--', '']), 400],
  ['a form without a boundary', '/uploads', raw(['--XX--', ''], 'multipart/form-data'), 400],
  ['a form of another kind', '/uploads', raw(['--XX--', ''], 'multipart/mixed; boundary=XX'), 415],
  ['a form that ends early', '/uploads', raw(part('name="title"', 'Holi')), 400],
  ['a form that ends within a file', '/uploads', raw(part('name="photo"; filename="x"', 'PNG')), 400],
  ['a form that is none', '/uploads', raw(['nothing of the kind']), 400],
  [
    'the name of a file that is a path',
    '/uploads',
    raw([
      ...part('name="title"', 'Holiday'),
      '--XX',
      'Content-Disposition: form-data; name="photo"; filename="../../etc/passwd"',
      'Content-Type: image/png',
      '',
      'PNG',
      '--XX--',
      '',
    ]),
    200,
  ],
  [
    'names that are of every object',
    '/uploads',
    raw([...part('name="__proto__"', 'x'), ...part('name="constructor"', 'y'), '--XX--', '']),
    400,
  ],
  ['a part without a name', '/uploads', raw([...part('x="y"', 'z'), '--XX--', '']), 400],
  [
    'a part with a long header',
    '/uploads',
    raw([...part(`name="${'x'.repeat(9000)}"`, 'z'), '--XX--', '']),
    400,
  ],
  ['a field too long', '/uploads', form(photo, ['title', 'x'.repeat(101)]), 413],
  [
    'a file too long for the memory',
    '/uploads',
    form(title, ['photo', png('x.png', 'x'.repeat(10_001))]),
    413,
  ],
  ['too many fields', '/uploads', form(...Array.from({ length: 11 }, (_, i): Entry => [`f${i}`, '1'])), 413],
  ['too many files', '/uploads', form(title, photo, ...Array<Entry>(4).fill(['notes', png()])), 413],
  ['a thousand parts', '/uploads', raw([...Array(1000).fill(part('x="y"', 'z')).flat(), '--XX--', '']), 413],
  ['a file read as a stream', '/videos', form(title, ['video', large]), 200],
  [
    'a stream without a name',
    '/videos',
    raw([...part('name="title"', 'Holiday'), ...part('name="video"', 'MP4'), '--XX--', '']),
    400,
  ],
  [
    'an empty part without a filename for a stream',
    '/videos',
    raw([...part('name="title"', 'Holiday'), ...part('name="video"', ''), '--XX--', '']),
    400,
  ],
  ['a stream without a chosen file', '/videos', form(title, ['video', png('', '')]), 400],
  ['a stream that nobody reads', '/videos', form(['title', 'unread'], ['video', large]), 200],
  ['a stream behind wrong values', '/videos', form(['title', 'x'], ['video', large]), 400],
  ['no stream', '/videos', form(title), 400],
  ['a stream too long', '/videos', form(title, ['video', tooLarge]), 413],
  ['a field after the stream', '/videos', form(title, ['video', large], ['title', 'Later']), 400],
  [
    'a stream that ends early',
    '/videos',
    raw([...part('name="title"', 'Holiday'), ...part('name="video"; filename="x"', 'MP4')]),
    400,
  ],
  ['files read as streams', '/albums', form(title, ['photos', large], ['photos', png()]), 200],
  ['a field after the streams', '/albums', form(title, ['photos', png()], ['x', 'y']), 400],
  ['a text among the streams', '/albums', form(title, ['photos', png()], ['photos', '{}']), 400],
  ['a text before the streams', '/albums', form(title, ['photos', '{}'], ['photos', png()]), 400],
  ['too many streams', '/albums', form(title, ...Array<Entry>(5).fill(['photos', png()])), 413],
  [
    'a body read as a stream',
    '/streams',
    { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: 'x'.repeat(150_000) },
    200,
  ],
  [
    'a body too long for its stream',
    '/streams',
    { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: 'x'.repeat(250_000) },
    413,
  ],
];
