import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AFTER, BEFORE, CONTENT, DIGEST, OPERATIONS, opened, SOURCES, state } from './downloads.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function open(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<IncomingMessage> {
  const asked = httpRequest(url, { method, headers, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

/** Reads a body; undefined if the connection breaks off. */
async function bodyOf(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

describe.each(FRAMEWORKS)('downloads: %s', (framework) => {
  let served: Served;
  let origin: string;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
    ({ origin } = served);
  });
  afterAll(() => served.close());

  const urlOf = (name: string): string => `${origin}/sources/${name.replaceAll(' ', '-')}`;

  test.each(Object.keys(SOURCES))('sends %s', async (name) => {
    const response = await open(urlOf(name));
    const { 'content-length': length, 'content-type': type } = response.headers;
    const body = await bodyOf(response);
    expect(response.statusCode).toBe(200);
    expect(type).toBe('application/pdf');
    expect(digestOf(body!)).toBe(DIGEST);
    const isSized = /bytes|Blob|download/.test(name) && !name.includes('without');
    expect(length).toBe(isSized ? String(CONTENT.length) : undefined);
    // The response is over, so the connection can serve the next one.
    expect(response.complete).toBe(true);
  });

  const SIZED = Object.keys(SOURCES).filter((name) => name.startsWith('a download of'));

  test.each(SIZED)('answers ranges of %s', async (name) => {
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=30000-30002', 30_000, 30_002],
      ['bytes=65530-131080', 65_530, 131_080],
      ['bytes=199999-', 199_999, 199_999],
      ['bytes=-5', 199_995, 199_999],
      ['bytes=5-900000', 5, 199_999],
    ] as const) {
      const response = await open(urlOf(name), { range });
      const body = await bodyOf(response);
      expect([range, response.statusCode, response.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${CONTENT.length}`,
      ]);
      expect(response.headers['content-length']).toBe(String(end - start + 1));
      expect(body!.equals(CONTENT.subarray(start, end + 1))).toBe(true);
    }
    const outside = await open(urlOf(name), { range: 'bytes=200000-' });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */200000']);
    expect((await open(urlOf(name), { range: 'bytes=-0' })).statusCode).toBe(416);
    expect(outside.headers['content-type']).toBe('application/problem+json');
    await bodyOf(outside);
    for (const range of ['bytes=1-2,5-6', 'bytes=x', 'bytes=-', 'bytes=9-5', 'pages=1-2', '']) {
      const whole = await open(urlOf(name), { range });
      expect([range, whole.statusCode, digestOf((await bodyOf(whole))!)]).toEqual([range, 200, DIGEST]);
    }
  });

  test('answers conditional requests, and opens the file only for a body', async () => {
    opened.count = 0;
    const url = `${origin}/lazy`;
    const head = await open(url, {}, 'HEAD');
    await bodyOf(head);
    expect(head.headers).toMatchObject({
      'content-length': '200000',
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
    });
    const date = 'Fri, 02 Jan 2026 03:04:05 GMT';
    const statuses: unknown[] = [];
    for (const headers of [
      { 'if-none-match': '"v0", W/"v1"' },
      { 'if-modified-since': date },
      { 'if-modified-since': 'Fri, 02 Jan 2026 03:04:06 GMT' },
      { range: 'bytes=500000-' },
      { range: 'bytes=0-0', 'if-match': '"v0", W/"v1"' },
      { 'if-match': '"v0"', 'if-none-match': '"v1"' },
      { range: 'bytes=0-0', 'if-unmodified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' },
    ]) {
      const response = await open(url, headers);
      const body = await bodyOf(response);
      statuses.push(response.statusCode);
      if (response.statusCode === 304) {
        expect(body).toHaveLength(0);
        expect(response.headers['content-type']).toBeUndefined();
      }
    }
    expect(statuses).toEqual([304, 304, 304, 416, 412, 412, 412]);
    expect(opened.count).toBe(0);
    const found: unknown[] = [];
    for (const headers of [
      { 'if-none-match': '"v0"', 'if-modified-since': date },
      { 'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' },
      { range: 'bytes=0-0', 'if-range': '"v1"' },
      { range: 'bytes=0-0', 'if-range': '"v2"' },
      { range: 'bytes=0-0', 'if-range': 'W/"v1"' },
      { range: 'bytes=0-0', 'if-range': date },
      { range: 'bytes=0-0', 'if-range': 'Fri, 02 Jan 2026 03:04:04 GMT' },
      { range: 'bytes=0-0', 'if-match': '"v0", "v1"' },
      { range: 'bytes=0-0', 'if-match': '*', 'if-unmodified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' },
      { range: 'bytes=0-0', 'if-unmodified-since': date },
      { range: 'bytes=0-0', 'if-unmodified-since': 'yesterday' },
    ]) {
      const response = await open(url, headers);
      found.push([response.statusCode, (await bodyOf(response))?.length]);
    }
    expect(found).toEqual([
      [200, 200_000],
      [200, 200_000],
      [206, 1],
      [200, 200_000],
      [200, 200_000],
      [206, 1],
      [200, 200_000],
      [206, 1],
      [206, 1],
      [206, 1],
      [206, 1],
    ]);
    const versioned = await open(`${origin}/versioned`, { 'if-none-match': '"7"' });
    expect([versioned.statusCode, versioned.headers.etag]).toEqual([304, 'W/"7"']);
  });

  test.each(BEFORE)('an error before the first byte is a response of its own: %s', async (name) => {
    const response = await open(`${origin}/${name}`);
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-disposition'] ?? '').not.toMatch(/./);
    expect((await bodyOf(response))!.length).toBeLessThan(1000);
  });

  test.each(AFTER)('an error after the first byte breaks the connection off: %s', async (name) => {
    const response = await open(`${origin}/${name}`);
    const status = response.statusCode;
    const body = await bodyOf(response);
    expect(status === 500 || (status === 200 && body === undefined)).toBe(true);
  });

  test('ends the source within a second after its client has gone', async () => {
    const response = await open(`${origin}/silent`);
    await once(response, 'data');
    response.destroy();
    const winner = await Promise.race([state.isClosed.then(() => 'closed'), delay(1000, 'open')]);
    expect(winner).toBe('closed');
  });

  test('HEAD ends a source that nobody reads', async () => {
    const response = await open(`${origin}/silent`, {}, 'HEAD');
    await bodyOf(response);
    expect(response.statusCode).toBe(200);
    expect(await Promise.race([state.isClosed.then(() => 'closed'), delay(1000, 'open')])).toBe('closed');
  });

  test('sends texts and empty files', async () => {
    const text = await open(`${origin}/text`);
    expect(text.headers['content-type']).toMatch(/^text\/csv/);
    expect((await bodyOf(text))!.toString()).toBe('a,b\nü,2\n');
    const empty = await open(`${origin}/empty`);
    expect([empty.statusCode, (await bodyOf(empty))!.length, empty.headers['content-length']]).toEqual([
      200,
      0,
      '0',
    ]);
  });

  test('documents the status of a range', () => {
    const { paths } = served.docs.buildSpec();
    const { responses } = (paths as Record<string, { get: { responses: Record<string, unknown> } }>)['/lazy']!
      .get;
    expect(Object.keys(responses)).toEqual(['200', '206', '304', '412', '416']);
  });
});
