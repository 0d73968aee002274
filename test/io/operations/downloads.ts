import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { download, file, operation, reply, response } from '../../../src/index.js';

/** A file whose bytes tell their position. */
export const CONTENT = Buffer.from(
  Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) & 255),
);
export const DIGEST = createHash('sha256').update(CONTENT).digest('hex');
const FOLDER = mkdtempSync(path.join(tmpdir(), 'downloads-'));
export const FILE = path.join(FOLDER, 'video.bin');
writeFileSync(FILE, CONTENT);

const size = CONTENT.length;
const PDF = { 200: response('A file', file('application/pdf')) };

function* pieces(): Generator<Buffer> {
  for (let at = 0; at < size; at += 30_001) yield CONTENT.subarray(at, at + 30_001);
}

async function* generated(): AsyncGenerator<Buffer> {
  for (const piece of pieces()) {
    await setImmediate();
    yield piece;
  }
}

const webStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces()) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });

/** What a handler may return for the same content. */
export const SOURCES = {
  bytes: () => CONTENT,
  'a Readable': () => createReadStream(FILE),
  'a ReadableStream': webStream,
  'an async generator': generated,
  'a Blob': () => new Blob([CONTENT]),
  'a download of bytes': () => download(CONTENT),
  'a download of a Readable': () => download(createReadStream(FILE), { size }),
  'a download of a ReadableStream': () => download(webStream(), { size }),
  'a download of a generator': () => download(generated(), { size }),
  'a download of a Blob': () => download(new Blob([CONTENT])),
  'a download of a function': () => download(() => createReadStream(FILE), { size }),
  'a download of a function with a range': () => download((range) => createReadStream(FILE, range), { size }),
  'a download of an async function': () => download(() => Promise.resolve(CONTENT), { size }),
  'a download without a size': () => download(generated()),
} as const;

export const opened = { count: 0 };
const slowSource = new PassThrough();
export const state = { slow: slowSource, isClosed: Promise.resolve() };

/** Returns a stream that sends a little and then nothing, until it is destroyed. */
function silent(): PassThrough {
  const stream = new PassThrough();
  stream.write('begin');
  state.slow = stream;
  state.isClosed = new Promise((resolve) => stream.once('close', resolve));
  return stream;
}

const at = (name: string): { method: 'GET'; path: string } => ({ method: 'GET', path: `/${name}` });

const BROKEN = {
  'no-file': () => createReadStream(`${FILE}.missing`),
  'no-file-download': () => download(() => createReadStream(`${FILE}.missing`), { size }),
  'throws-at-once': () =>
    new Readable({
      read() {
        this.destroy(new Error('no source'));
      },
    }),
  'rejects-at-once': () => download(() => Promise.reject(new Error('no source')), { size }),
};

const CUT = {
  'breaks-off': async function* () {
    yield Buffer.alloc(100_000);
    await setImmediate();
    throw new Error('the disk is gone');
  },
  'too-short': () => download(() => CONTENT.subarray(0, 1000), { size }),
  'too-long': () => download(generated, { size: 100_000 }),
  'not-bytes': async function* () {
    yield 'begin';
    await setImmediate();
    yield { not: 'bytes' } as never;
  },
};

export const BEFORE = Object.keys(BROKEN);
export const AFTER = Object.keys(CUT);

export const OPERATIONS = [
  ...Object.entries(SOURCES).map(([name, make]) =>
    operation({ ...at(`sources/${name.replaceAll(' ', '-')}`), responses: PDF }, () => make()),
  ),
  ...Object.entries({ ...BROKEN, ...CUT }).map(([name, make]) =>
    operation({ ...at(name), responses: PDF }, () => make()),
  ),
  operation({ ...at('lazy'), responses: PDF }, () =>
    download(
      (range) => {
        opened.count += 1;
        return createReadStream(FILE, range);
      },
      { size, filename: 'Übersicht "3".pdf', etag: '"v1"', lastModified: new Date('2026-01-02T03:04:05Z') },
    ),
  ),
  operation({ ...at('silent'), responses: PDF }, () => silent()),
  operation({ ...at('empty'), responses: PDF }, () => download(() => Readable.from([]), { size: 0 })),
  operation(
    { ...at('text'), responses: { 200: { ...response('Lines', String), contentType: 'text/csv' } } },
    async function* () {
      yield 'a,b\n';
      await setImmediate();
      yield 'ü,2\n';
    },
  ),
  operation(
    {
      ...at('versioned'),
      responses: {
        200: { ...response('A text', String), headers: { ETag: { description: 'Version' } } },
      },
    },
    () => reply(200, 'the text', { headers: { etag: 'W/"7"' } }),
  ),
  operation({ method: 'GET', path: '/named/{name}', responses: PDF }, ({ params }) =>
    download(CONTENT, { filename: decodeURIComponent(params.name), inline: params.name.startsWith('i') }),
  ),
];
