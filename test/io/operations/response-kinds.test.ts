import { execFileSync } from 'node:child_process';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString, ValidateIf } from 'class-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { csv, Header, Nullable, operation } from '../../../src/index.js';
import { needing } from '../../support/programs/optional-programs.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// The law for responses of each kind: what leaves is what the document says, in media type, headers and body.

class Row {
  @Expose({ name: 'the_text' }) @IsString() text!: string;
  @IsInt() count!: number;
  @IsOptional() @Type(() => Date) @IsDate() at?: Date;
  @ValidateIf((row: Row) => row.note !== null) @Nullable() @IsString() note!: string | null;
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsString() secret?: string;
}

class Totals {
  @Header('X-Count') @IsInt() count!: number;
  @Header('X-Texts') @IsOptional() @IsString({ each: true }) texts?: string[];
  @Exclude({ toPlainOnly: true }) secret?: string;
}

const TYPES = ['application/json', 'text/csv', 'application/jsonl', 'text/event-stream'] as const;

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield await Promise.resolve(row);
}

const echo = operation(
  {
    method: 'POST',
    path: '/echo',
    body: [Row],
    responses: {
      200: {
        description: 'The rows',
        headers: Totals,
        content: {
          'application/json': [Row],
          'text/csv': csv([Row], { formulas: 'keep' }),
          'application/jsonl': { itemSchema: Row },
          'text/event-stream': { itemSchema: Row },
        },
      },
    },
  },
  ({ body, mediaType, reply }) => {
    const isList = mediaType === 'application/json' || mediaType === 'text/csv';
    const headers = { count: body.length, texts: body.map((_, index) => `t${index}`), secret: 'x' };
    return reply(200, isList ? body : each(body), { headers });
  },
);

const TEXTS = [
  '',
  'a',
  '"',
  'a,b',
  'a\r\nb',
  '\n',
  "'",
  '=1+1',
  ' a ',
  'äöü€',
  '0',
  'null',
  'true',
  '{"a":1}',
  'data: x',
];

/** Lists of rows, each different. */
const LISTS = Array.from({ length: 12 }, (_, list) =>
  Array.from({ length: list % 5 }, (_row, index) => {
    const seed = list * 7 + index * 3;
    const text = (offset: number): string => TEXTS[(seed + offset) % TEXTS.length]!;
    return {
      the_text: text(0),
      count: seed - 10,
      ...(seed % 2 === 0 && { at: new Date(seed * 1e9).toISOString() }),
      note: seed % 3 === 0 ? null : text(5),
      secret: text(9),
    };
  }),
);

const sentOf = (rows: (typeof LISTS)[number]): unknown => rows.map(({ secret: _, ...row }) => row);

/** Reads CSV as Python does. An empty cell without quotes is a missing member, or null. */
const rowsOf = (texts: readonly string[]): unknown => {
  const program = `import csv, io, json, sys
print(json.dumps([list(csv.DictReader(io.StringIO(text, newline=""))) for text in json.load(sys.stdin)]))`;
  const input = JSON.stringify(texts);
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }));
};

interface Documented {
  readonly content: Readonly<Record<string, { schema: object }>>;
  readonly headers: Readonly<Record<string, { schema: object }>>;
}

interface Sent {
  readonly type: string | undefined;
  readonly headers: Headers;
  readonly text: string;
}

const READ: Readonly<Record<string, (text: string) => unknown>> = {
  'application/json': (text) => JSON.parse(text) as unknown,
  'application/jsonl': (text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown),
  'text/event-stream': (text) =>
    text
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice('data: '.length)) as unknown),
};

(needing(describe, 'python') as typeof describe).each(FRAMEWORKS)(
  'responses of each kind: %s',
  (framework) => {
    let served: Served;
    beforeAll(async () => {
      served = await serve(framework, [echo], { openapi: '3.1' });
    });
    afterAll(() => served.close());

    const asked = async (rows: unknown, accept: string): Promise<Sent> => {
      const response = await fetch(`${served.origin}/echo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify(rows),
      });
      expect(response.status).toBe(200);
      const type = response.headers.get('content-type')?.split(';')[0];
      return { type, headers: response.headers, text: await response.text() };
    };

    it('have the documented media type, headers and body', async () => {
      const document = served.docs.buildSpec();
      const responses = document.paths['/echo']!.post!.responses as Record<string, Documented>;
      const documented = responses['200']!;
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const holds = (schema: object, value: unknown): boolean =>
        ajv.validate({ ...schema, components: document.components }, value);
      const tables: string[] = [];
      for (const rows of LISTS)
        for (const type of TYPES) {
          const sent = await asked(rows, type);
          expect(sent.type).toBe(type);
          expect(sent.headers.get('vary')).toMatch(/Accept$/);
          expect(sent.headers.get('x-count')).toBe(String(rows.length));
          expect(holds(documented.headers['X-Count']!.schema, Number(sent.headers.get('x-count')))).toBe(
            true,
          );
          expect(sent.text).not.toContain('secret');
          const { schema } = documented.content[type]!;
          if (type === 'text/csv') {
            expect(holds(schema, sent.text)).toBe(true);
            tables.push(sent.text);
          } else {
            const value = READ[type]!(sent.text);
            expect(value).toEqual(sentOf(rows));
            expect(type === 'text/event-stream' || holds(schema, value)).toBe(true);
          }
        }
      const cells = LISTS.map((rows) =>
        rows.map(({ the_text, count, at = '', note }) => ({
          the_text,
          count: String(count),
          at,
          note: note ?? '',
        })),
      );
      expect(rowsOf(tables)).toEqual(cells);
    });
  },
);
