import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsArray, IsBoolean, IsInt, IsOptional, Matches } from 'class-validator';
import fc from 'fast-check';
import { z } from 'zod';
import { Cookie, Docs, operation, Path, reply, response } from '../../../src/index.js';
import type { OpenApiDocument, Schema } from '../../../src/index.js';
import { InHeaders, Lists, Scalars } from '../../fixtures/parameters.js';
import { runnerOf, type TestRequest } from '../../unit/operations/run.js';
import { valuesOf } from '../values/from-schema.js';
import * as pool from '../../../src/tools/fuzz/values/pool.js';
import type { ParameterObject } from '../../../src/documents/openapi/types/document.js';

class InPath {
  @Path(undefined, { style: 'matrix' }) @IsInt() matrix!: number;
  @Path(undefined, { style: 'label', explode: false })
  @IsArray()
  @IsInt({ each: true })
  @Type(() => Number)
  label!: number[];
  /** A single text with a dot is two texts, as the examples of OpenAPI before 3.1.1 separate them. */
  @Path(undefined, { style: 'label', explode: false })
  @IsArray()
  @ArrayMinSize(2)
  @Matches(/^[a-z,./]{1,3}$/, { each: true })
  labels!: string[];
  @Path() @IsArray() @Matches(/^[a-z,./]{1,3}$/, { each: true }) simple!: string[];
}

class InCookies {
  @Cookie('flag') @IsOptional() @IsBoolean() flag?: boolean;
  @Cookie('list') @IsOptional() @IsArray() @IsInt({ each: true }) @Type(() => Number) list?: number[];
}

const FOREIGN = z.object({
  int: z.int().min(-5).max(1000).optional(),
  number: z.number().optional(),
  flag: z.boolean().optional(),
  choice: z.enum(['a', 'b c', '1', 'true']).optional(),
  text: z
    .string()
    .regex(/^[a-z0-9 ,;=&%+]{1,8}$/)
    .optional(),
  list: z.array(z.int().min(0)).max(4).optional(),
  inner: z.object({ low: z.int().optional(), word: z.string().max(4).optional() }).optional(),
});

const responses = { 200: response('What came', { type: 'object' } as const) };
const OPERATIONS = {
  foreign: operation({ method: 'GET', path: '/x', query: FOREIGN, responses }, ({ query }) =>
    reply(200, query),
  ),
  scalars: operation({ method: 'GET', path: '/x', query: Scalars, responses }, ({ query }) =>
    reply(200, query),
  ),
  lists: operation({ method: 'GET', path: '/x', query: Lists, responses }, ({ query }) => reply(200, query)),
  path: operation(
    { method: 'GET', path: '/x/{matrix}/{label}/{labels}/{simple}', params: InPath, responses },
    ({ params }) => reply(200, params),
  ),
  headers: operation({ method: 'GET', path: '/x', headers: InHeaders, responses }, ({ headers }) =>
    reply(200, headers),
  ),
  cookies: operation({ method: 'GET', path: '/x', cookies: InCookies, responses }, ({ cookies }) =>
    reply(200, cookies),
  ),
};

/** What the document says of the parameters, with its references in place. */
function documented(name: keyof typeof OPERATIONS): {
  parameters: ParameterObject[];
  defs: Record<string, Schema>;
} {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.bindOperations([OPERATIONS[name]]);
  const document: OpenApiDocument = docs.buildSpec();
  const [item] = Object.values(document.paths);
  return {
    parameters: (item!.get!.parameters ?? []) as ParameterObject[],
    defs: document.components?.schemas ?? {},
  };
}

// How a client writes values: OpenAPI 3.1, 4.8.12.4, "Style Examples".

type Member = [string, unknown];
const encode = (value: unknown): string => encodeURIComponent(String(value));
const SEPARATORS: Record<string, string> = {
  form: ',',
  simple: ',',
  pipeDelimited: '%7C',
  spaceDelimited: '%20',
};

function write(
  { name, in: place, style = 'form', explode = true }: ParameterObject,
  value: unknown,
): string[] {
  const verbatim = place === 'header' ? String : encode;
  if (style === 'deepObject')
    return (Object.entries(value as object) as Member[]).map(
      ([key, one]) => `${name}[${key}]=${encode(one)}`,
    );
  if (Array.isArray(value) && place === 'query' && explode)
    return value.map((one) => `${name}=${encode(one)}`);
  const text = [value]
    .flat()
    .map(verbatim)
    .join(style === 'label' && explode ? '.' : (SEPARATORS[style] ?? ','));
  return [place === 'query' || place === 'cookie' ? `${name}=${text}` : text];
}

const PATH_PREFIX: Record<string, (name: string) => string> = {
  matrix: (name) => `;${name}=`,
  label: () => '.',
  simple: () => '',
};

function requestOf(
  parameters: readonly ParameterObject[],
  values: Readonly<Record<string, unknown>>,
): TestRequest {
  const given = parameters.filter(({ name }) => values[name] !== undefined);
  const inPlace = (place: string): string[] =>
    given.filter((one) => one.in === place).flatMap((one) => write(one, values[one.name]));
  const path = given
    .filter((one) => one.in === 'path')
    .map(
      (one) =>
        `/${PATH_PREFIX[styleOf(one)]!(one.name)}${write({ ...one, explode: false }, values[one.name]).join('')}`,
    );
  const headers = given
    .filter((one) => one.in === 'header')
    .map((one) => [one.name.toLowerCase(), write(one, values[one.name]).join(',')]);
  const cookies = inPlace('cookie');
  return {
    target: `/x${path.join('')}?${inPlace('query').join('&')}`,
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    },
  };
}

/** The path's scalar is written in matrix style, which the document leaves out where a scalar has but one spelling. */
function styleOf({ style = 'simple' }: ParameterObject): string {
  return style;
}

/** One for all: each compiles its meta-schemas anew. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });

describe.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])('%s', (name) => {
  const { parameters, defs } = documented(name);
  const run = runnerOf(OPERATIONS[name]);
  const judges = new Map(
    parameters.map((one) => [one.name, ajv.compile({ ...one.schema, components: { schemas: defs } })]),
  );
  const members = Object.fromEntries(
    parameters.map((one) => [one.name, valuesOf(one.schema ?? {}, { defs, depth: 0 })]),
  );
  const required = parameters.filter((one) => one.required === true).map((one) => one.name);

  it('the handler receives every value that the document accepts unchanged, and no other', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(members, { requiredKeys: required }), async (values) => {
        // An empty list and an empty object cannot be written, but for their absence.
        fc.pre(
          Object.values(values).every(
            (one) => typeof one !== 'object' || (one !== null && Object.keys(one).length > 0),
          ),
        );
        fc.pre(Object.values(values).every(isWritable));
        const isValid = Object.entries(values).every(([key, one]) => judges.get(key)!(one));
        const { status, body } = await run(requestOf(parameters, values));
        if (isValid) accepted += 1;
        expect({ values, status }).toEqual({ values, status: isValid ? 200 : 400 });
        if (isValid)
          expect(JSON.stringify(sorted(body))).toBe(JSON.stringify(sorted(byProperty(name, values))));
      }),
      { numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(10);
  });
});

describe('generated texts', () => {
  const { parameters } = documented('scalars');
  const run = runnerOf(OPERATIONS.scalars);

  it.each(parameters.map((one) => [one.name, one] as const))(
    'accepts a text for %s if one of its readings is valid',
    async (_, one) => {
      const judge = ajv.compile(one.schema ?? {});
      const texts = [
        ...pool.texts,
        ...pool.wanted.map(String),
        ...pool.numbers.map(String),
        '1',
        '2.5',
        '-0',
        '+1',
        '01',
        '1e2',
        'true',
        'TRUE',
      ];
      for (const text of texts) {
        if (!isWellFormed(text)) continue;
        const { status } = await run({ target: `/x?${one.name}=${encodeURIComponent(text)}` });
        expect({ text, status }).toEqual({
          text,
          status: readings(text).some((reading) => judge(reading)) ? 200 : 400,
        });
      }
    },
  );
});

/** A text, and the number or the boolean that it is in JSON. */
function readings(text: string): unknown[] {
  if (text !== text.trim()) return [text];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'boolean' || Number.isFinite(value) ? [text, value] : [text];
  } catch {
    return [text];
  }
}

/** Half a surrogate pair has no percent-encoding. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value) && value !== '';
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || (value !== null && Object.values(value).every(isWritable));
}

/** By the names of the properties, which differ from the headers'. */
function byProperty(name: string, values: object): object {
  if (name !== 'headers') return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key.slice(2).toLowerCase(), value as unknown]),
  );
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
