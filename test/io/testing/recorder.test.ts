import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ConfigError } from '../../../src/shared/errors.js';
import { ExchangeRecorder, SpecCoverage } from '../../../src/tools/testing.js';
import { listening, type Listening } from '../../support/network/listen.js';
import { SERVICES } from './frameworks.js';
import { DRIFT, userDocs } from './users.js';

const docs = userDocs();
const user = { name: 'Ada', email: 'ada@example.com' };

/** An answer as it came over the wire, but for the time of day. */
async function ask(origin: string, target: string, body?: object): Promise<object> {
  const headers = body && { 'content-type': 'application/json' };
  const request = httpRequest(origin + target, { method: body ? 'POST' : 'GET', headers, agent: false });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode, statusMessage, rawHeaders } = response;
  const dateAt = rawHeaders.findIndex((name) => name.toLowerCase() === 'date');
  const sent = rawHeaders.filter((_, index) => index !== dateAt + 1);
  return { statusCode, statusMessage, sent, body: Buffer.concat(chunks).toString() };
}

describe.each(Object.entries(SERVICES))('a recorder in %s', (_, start) => {
  const coverage = new SpecCoverage(docs);
  const recorder = new ExchangeRecorder(docs, { coverage });
  const services: Listening[] = [];
  beforeAll(async () => {
    services.push(await start(), await start(recorder));
  });
  afterAll(() => Promise.all(services.map((service) => service.close())));

  it('changes no response, and counts mismatches', async () => {
    const targets = [...Object.keys(DRIFT), ...Object.keys(DRIFT)].map((id) => `/users/${id}`);
    for (const target of [...targets, '/elsewhere']) {
      const [bare, recorded] = await Promise.all(services.map(({ origin }) => ask(origin, target)));
      expect(recorded).toEqual(bare);
    }
    for (const body of [user, { ...user, email: 1 }]) {
      const [bare, recorded] = await Promise.all(services.map(({ origin }) => ask(origin, '/users', body)));
      expect(recorded).toEqual(bare);
    }
    const { mismatches, ...rest } = await recorder.report();
    expect(rest).toEqual({
      exchanges: 14,
      mismatched: 9,
      skipped: 0,
      omitted: 0,
      contradictions: [],
      failures: [],
    });
    const found = mismatches.map(({ code, place, pointer, count }) => `${count} ${code} ${place} ${pointer}`);
    expect(found.sort()).toEqual([
      '1 body-invalid request body #/email',
      '2 body-invalid response body #/joined',
      '2 body-invalid response body #/name',
      '2 header-missing response header etag #',
      '2 status-undocumented status #',
    ]);
    const { exchanges, points } = coverage.report();
    expect(exchanges).toBe(14);
    expect(points.map(({ of, what, count }) => `${count} ${of} ${what}`.trim())).toEqual([
      '12 GET /users/{id}',
      '10 GET /users/{id} path id present',
      '8 GET /users/{id} 200',
      '8 GET /users/{id} 200 application/json',
      '2 GET /users/{id} 404',
      '2 POST /users',
      '0 POST /users query fields present',
      '2 POST /users query fields absent',
      '2 POST /users request application/json',
      '2 POST /users 201',
      '2 POST /users 201 application/json',
    ]);
  });
});

describe('a stream that is recorded', () => {
  const document = {
    openapi: '3.2.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/ticks': {
        get: {
          responses: {
            200: { description: '', content: { 'application/jsonl': { itemSchema: { type: 'integer' } } } },
          },
        },
      },
    },
  };
  const headers = { 'content-type': 'application/jsonl' };

  /** The second item is sent only after the client has told that it has the first. */
  async function exchange(origin: string, goOn: () => void): Promise<void> {
    const response = await fetch(`${origin}/ticks`);
    const reader = response.body!.getReader();
    const read = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
    expect(await read()).toBe('1\n');
    goOn();
    expect(await read()).toBe('"2"\n');
    expect((await reader.read()).done).toBe(true);
  }

  const expected = [expect.objectContaining({ pointer: '#/*', rule: 'type', count: 1 })];

  it('sends each chunk at once in node:http', async () => {
    const recorder = new ExchangeRecorder(document);
    let goOn = (): void => undefined;
    const service = await listening(
      createServer((request, response) => {
        recorder.middleware(request, response, () => {
          response.writeHead(200, headers).write('1\n');
          goOn = () => response.end('"2"\n');
        });
      }).listen(0, '127.0.0.1'),
    );
    await exchange(service.origin, () => {
      goOn();
    });
    await service.close();
    expect((await recorder.report()).mismatches).toEqual(expected);
  });

  it('reads a fetch handler chunk by chunk, and cancels it when the client disconnects', async () => {
    const recorder = new ExchangeRecorder(document);
    const pulled: number[] = [];
    let cancelled: unknown;
    const handler = recorder.fetch(() => {
      const source = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled.push(pulled.length + 1);
            controller.enqueue(Buffer.from(`"${pulled.length}"\n`));
            if (pulled.length === 3) controller.close();
          },
          cancel(reason) {
            cancelled = reason;
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(source, { headers });
    });
    const asked = (): Request => new Request('http://localhost/ticks');
    const reader = (await handler(asked())).body!.getReader();
    expect(pulled).toEqual([]);
    await reader.read();
    expect(pulled).toEqual([1]);
    await reader.cancel('enough');
    expect(cancelled).toBe('enough');
    // Of an answer that was left only the head is compared.
    expect(await recorder.report()).toMatchObject({ exchanges: 1, mismatched: 0 });
    await (await handler(asked())).text();
    expect((await recorder.report()).mismatches).toEqual(expected);
  });
});

describe('limits of a recorder', () => {
  const asked = (): Request => new Request('http://localhost/users/1');
  const serve = async (recorder: ExchangeRecorder, answers: readonly Response[]): Promise<void> => {
    for (const answer of answers) await (await recorder.fetch(() => answer)(asked())).text();
  };
  const etag = { etag: '"1"' };

  it('counts a response without a body at once, as well as others', async () => {
    const recorder = new ExchangeRecorder(docs);
    const handler = recorder.fetch(() => new Response(null, { status: 204 }));
    await handler(
      new Request('http://localhost/users', {
        method: 'POST',
        body: '{}',
        headers: { 'content-length': '2' },
      }),
    );
    expect(await recorder.report()).toMatchObject({ exchanges: 1 });
  });

  it('limits the kinds of mismatches and the bytes of bodies', async () => {
    const few = new ExchangeRecorder(docs, { maxMismatches: 2 });
    await serve(few, [Response.json({}), Response.json({}), Response.json({}, { status: 201 })]);
    const report = await few.report();
    expect(report).toMatchObject({ exchanges: 3, mismatched: 3, omitted: 7 });
    expect(report.mismatches).toHaveLength(2);
    const short = new ExchangeRecorder(docs, { maxBodyBytes: 10 });
    await serve(short, [Response.json({ long: 'a'.repeat(20) }, { headers: etag })]);
    expect(await short.report()).toMatchObject({ exchanges: 1, mismatched: 0 });
  });

  it('decodes the content encoding', async () => {
    const recorder = new ExchangeRecorder(docs);
    const headers = { ...etag, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    await serve(recorder, [new Response(gzipSync('{"id":1}'), { headers })]);
    const { mismatches } = await recorder.report();
    expect(mismatches.map(({ pointer }) => pointer).sort()).toEqual(['#/email', '#/joined', '#/name']);
  });

  it('writes its report, and starts again', async () => {
    const recorder = new ExchangeRecorder(docs);
    await serve(recorder, [Response.json({}, { status: 418 })]);
    const folder = mkdtempSync(path.join(tmpdir(), 'drift-'));
    const report = await recorder.writeReport(path.join(folder, 'drift.json'));
    expect(JSON.parse(readFileSync(path.join(folder, 'drift.json'), 'utf8'))).toEqual(report);
    rmSync(folder, { recursive: true });
    expect(report.mismatches[0]!.message).toContain('418 is not documented');
    recorder.clear();
    expect(await recorder.report()).toMatchObject({ exchanges: 0, mismatches: [] });
  });

  it('reports exchanges that could not be compared, and does not affect the service', async () => {
    const broken = docs.specJSON().replace('"#/components/schemas/User"', '"user.json"');
    const recorder = new ExchangeRecorder(JSON.parse(broken) as object);
    await serve(recorder, [Response.json({}), Response.json({})]);
    const { failures, exchanges } = await recorder.report();
    expect(exchanges).toBe(0);
    expect(failures).toEqual([{ message: expect.stringContaining('user.json'), count: 2 }]);
  });

  it('rejects a body without a size limit', () => {
    expect(() => new ExchangeRecorder(docs, { maxBodyBytes: NaN })).toThrow(ConfigError);
    expect(() => new ExchangeRecorder({})).toThrow(/OpenAPI document/);
  });
});
