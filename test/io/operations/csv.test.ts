import { execFileSync } from 'node:child_process';
import { Expose } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import { csv, operation, response } from '../../../src/index.js';
import { needing } from '../../support/programs/optional-programs.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

class Line {
  @IsString() text!: string;
  @Expose({ name: 'how_many' }) @IsInt() count!: number;
}

const TEXTS = [
  'plain',
  '',
  'a,b',
  '"',
  '""',
  '"a","b"',
  'two\nlines',
  'two\r\nlines',
  ' spaces ',
  'ä€',
  ';',
  '\t',
];
const lines = TEXTS.map((text, count) => Object.assign(new Line(), { text, count }));
const rows = { 200: response('Lines', csv([Line], { formulas: 'keep' })) };

async function* produced(): AsyncGenerator<Line> {
  for (const line of lines) {
    await Promise.resolve();
    yield line;
  }
}

const OPERATIONS = [
  operation({ method: 'GET', path: '/list', responses: rows }, () => lines),
  operation({ method: 'GET', path: '/stream', responses: rows }, () => produced()),
  operation({ method: 'POST', path: '/echo', body: csv([Line]), responses: rows }, ({ body }) => body),
];

const python = (program: string, input: string): string =>
  execFileSync('python3', ['-c', `import csv, io, json, sys\n${program}`], { input, encoding: 'utf8' });

describe.each(FRAMEWORKS)('CSV: %s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());

  const asked = async (path: string, body?: string): Promise<string> => {
    const response = await fetch(served.origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      ...(body !== undefined && { body }),
    });
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/csv']);
    return response.text();
  };

  it('is the same from a list, a stream and a request', async () => {
    const list = await asked('/list');
    expect(list.startsWith('text,how_many\r\nplain,0\r\n"",1\r\n')).toBe(true);
    expect(await asked('/stream')).toBe(list);
    expect(await asked('/echo', list)).toBe(list);
  });

  it('refuses what is not CSV', async () => {
    const response = await fetch(`${served.origin}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'text,how_many\r\n"a,1',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(/a quote has no end/) as never,
    });
  });
});

needing(describe, 'python')('the CSV of Python', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve('node:http', OPERATIONS);
  });
  afterAll(() => served.close());

  it('reads responses', async () => {
    const text = await (await fetch(`${served.origin}/list`)).text();
    const read = python(
      'print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline="")))))',
      text,
    );
    expect(JSON.parse(read)).toEqual(
      lines.map(({ text: cell, count }) => ({ text: cell, how_many: String(count) })),
    );
  });

  it('writes requests', async () => {
    const body = python(
      'w = csv.writer(sys.stdout, quoting=csv.QUOTE_NONNUMERIC); sys.stdout.reconfigure(newline="")\nw.writerows([["text", "how_many"]] + json.load(sys.stdin))',
      JSON.stringify(lines.map(({ text, count }) => [text, count])),
    );
    const response = await fetch(`${served.origin}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
    });
    expect(await response.text()).toBe(await (await fetch(`${served.origin}/list`)).text());
  });
});
