import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import {
  arrayOf,
  ArrayOf,
  body,
  discriminated,
  Docs,
  enumOf,
  formBody,
  formURLEncodedBody,
  schema,
  mapOf,
  oneOf,
  operation,
  Required,
  response,
  SchemaOverride,
  tupleOf,
  TypeOf,
  type Operation,
  type RequestBody,
  type Schema,
  type TypeInput,
} from '../../../src/index.js';
import { runnerOf } from '../../unit/operations/run.js';
import { cases } from '../corpus/cases.js';
import { nameOf } from '../corpus/case.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import { valuesOf } from '../values/from-schema.js';
import * as pool from '../../../src/tools/fuzz/values/pool.js';
import { verdictOf } from '../verdict.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const received: unknown[] = [];

function takes(given: TypeInput | RequestBody): Operation {
  const responses = { 204: response('Taken') };
  return operation({ method: 'POST', path: '/x', body: given, responses }, (input) => {
    received.push(input.body);
  });
}

interface Documented {
  readonly schema: Schema;
  readonly defs: Record<string, Schema>;
  readonly judge: ValidateFunction;
}

/** One for all: each compiles its meta-schemas anew. */
const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
addFormats.default(ajv);
/** A format is an annotation, which only a date asserts. */
const withoutFormats = new Ajv2020({ strict: false, addUsedSchema: false, validateFormats: false });

/** The schema of a body in the document that the operation gives, and an independent validator of it. */
function documented(given: Operation, contentType: string, validator = ajv): Documented {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  docs.bindOperations([given]);
  const { paths, components } = docs.buildSpec();
  const { content } = paths['/x']!.post!.requestBody as { content: Record<string, { schema: Schema }> };
  const { schema } = content[contentType]!;
  const defs = components?.schemas ?? {};
  return { schema, defs, judge: validator.compile({ ...schema, components: { schemas: defs } }) };
}

async function statusOf(
  run: ReturnType<typeof runnerOf>,
  contentType: string,
  content: string | Uint8Array,
): Promise<number> {
  return (await run({ target: '/x', headers: { 'content-type': contentType }, body: content })).status;
}

class Circle {
  @IsIn(['circle']) kind!: string;
  @IsNumber() @Min(0) radius!: number;
}

class Square {
  @IsIn(['square']) kind!: string;
  @IsNumber() @Min(0) side!: number;
}

/** A type of each kind that is no class by itself. */
const TYPES: Readonly<Record<string, TypeInput>> = {
  string: String,
  number: Number,
  integer: schema('integer'),
  boolean: Boolean,
  bigint: BigInt,
  date: Date,
  enum: enumOf(['a', 'b', 3]),
  list: arrayOf(schema('integer')),
  'list of lists': arrayOf(arrayOf(Boolean)),
  tuple: tupleOf(String, schema('integer')),
  map: mapOf(Number),
  union: oneOf(Circle, Square),
  'union of scalars': oneOf(schema('integer'), String),
  'discriminated union': discriminated('kind', { circle: Circle, square: Square }),
  'list of objects': arrayOf(Circle),
  'map of objects': mapOf(Square),
  'JSON Schema': { type: 'object', properties: { a: { type: 'integer', minimum: 3 } }, required: ['a'] },
};

describe('JSON: the operation accepts every value that the document accepts, and no other', () => {
  it.each(Object.entries(TYPES))('%s', async (_, type) => {
    const given = takes(body(type));
    const run = runnerOf(given);
    const { schema, defs, judge } = documented(given, JSON_TYPE);
    const values = valuesOf(schema, { defs, depth: 0 });
    const seen = new Set<boolean>();
    // One of each at least, however few of the generated ones are valid.
    const valid = fc.sample(values, 100).find((value) => judge(JSON.parse(JSON.stringify(value))));
    await fc.assert(
      fc.asyncProperty(fc.oneof(values, mutationsOf(fc, values, ['kind', 'a', 'side'])), async (value) => {
        const json = JSON.stringify(value);
        const isValid = judge(JSON.parse(json));
        seen.add(isValid);
        const status = await statusOf(run, JSON_TYPE, json);
        expect({ json, status }).toEqual({ json, status: isValid ? 204 : 400 });
      }),
      { numRuns: 60, examples: [[valid], [null]] },
    );
    expect(seen.size).toBe(2);
  });
});

/** Each fourth case; a class that says nothing of its values is refused at registration. */
const CORPUS = cases.filter((one, index) => index % 4 === 0 && nameOf(one) !== 'HoldsRuleless');

describe('JSON: the operation accepts an object if the document and class-validator accept it', () => {
  it.each(CORPUS.map((one) => [nameOf(one), one] as const))('%s', async (_, tested) => {
    const { target, groups = [] } = tested;
    const given = takes({ ...body(target), groups: [...groups] });
    const run = runnerOf(given);
    const { schema, defs, judge } = documented(given, JSON_TYPE, withoutFormats);
    const values = valuesOf(schema, { defs, depth: 0 });
    const warned = jest.spyOn(process, 'emitWarning').mockReturnValue();
    for (const value of [
      ...(tested.values ?? []),
      ...fc.sample(values, 4),
      ...fc.sample(mutationsOf(fc, values, ['name']), 4),
    ]) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      const json = JSON.stringify(value);
      const { accepted, failures } = await verdictOf(tested, JSON.parse(json));
      // What the application's own validator throws is not the request's fault.
      const thrown = !accepted && failures.length === 0 ? 500 : undefined;
      const status = await statusOf(run, JSON_TYPE, json).catch((error: unknown) => {
        if (thrown === undefined) throw error;
        return thrown;
      });
      const isAccepted = accepted && judge(JSON.parse(json));
      expect({ json, status }).toEqual({ json, status: isAccepted ? 204 : status === thrown ? thrown : 400 });
    }
    warned.mockRestore();
  });
});

class Inner {
  @IsOptional() @IsInt() @Min(0) low?: number;
  @IsOptional() @Matches(/^[a-z ,=&%+]{1,6}$/) word?: string;
}

class Fields {
  @IsOptional() @IsInt() @Min(-5) @Max(1000) int?: number;
  @IsOptional() @IsNumber() number?: number;
  @IsOptional() @IsBoolean() flag?: boolean;
  @IsOptional() @IsIn(['a', 'b c', '1', 'true']) choice?: string;
  @Matches(/^[a-z0-9 ,;.=|&%+/#?"\\[\]-]{1,8}$/) text!: string;
  @IsOptional() @IsArray() @IsInt({ each: true }) @ArrayMaxSize(4) @Type(() => Number) numbers?: number[];
  @IsOptional() @IsArray() @Matches(/^[a-z ,&%+]{1,4}$/, { each: true }) words?: string[];
  @IsOptional() @ValidateNested() @Type(() => Inner) inner?: Inner;
}

class Upload extends Fields {
  @Required() @TypeOf(() => File) @SchemaOverride({ contentMediaType: 'image/png' }) photo!: File;
  @ArrayOf(() => Buffer) @IsOptional() more?: Buffer[];
}

type Values = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How a client writes the fields of a form (OpenAPI 3.1, 4.8.15.1.2): `form`, exploded; objects as documented. */
function writeForm(values: Values): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (Array.isArray(value)) for (const one of value) form.append(name, String(one));
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value as Values)) form.append(`${name}[${key}]`, String(one));
    else form.append(name, textOf(value));
  return form.toString();
}

/** Written by Node's own FormData: lists as parts of one name, objects as JSON. */
async function writeMultipart(values: Values): Promise<readonly [string, Uint8Array]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat())
      if (one instanceof Blob) form.append(name, one);
      else form.append(name, textOf(one));
  const written = new Response(form);
  return [written.headers.get('content-type')!, new Uint8Array(await written.arrayBuffer())];
}

/** Neither an empty list nor an empty object can be written, but for their absence; and no form has null. */
function isWritable(value: unknown): boolean {
  if (value instanceof Blob) return true;
  if (typeof value === 'string') return value !== '' && !/\p{Surrogate}|[\r\n]/u.test(value);
  if (typeof value !== 'object') return typeof value !== 'number' || Number.isFinite(value);
  return value !== null && Object.keys(value).length > 0 && Object.values(value).every(isWritable);
}

/** A text, and the number or the boolean that it is in JSON. */
function readings(text: string): unknown[] {
  try {
    const value: unknown = text === text.trim() ? JSON.parse(text) : text;
    return typeof value === 'boolean' || Number.isFinite(value) ? [text, value] : [text];
  } catch {
    return [text];
  }
}

const FILES: readonly (readonly [string, boolean])[] = [
  ['image/png', true],
  ['text/plain', false],
];

interface Form {
  readonly given: Operation;
  readonly write: (values: Values) => Promise<readonly [string, string | Uint8Array]>;
  readonly files: object;
}

const FORMS: Readonly<Record<string, Form>> = {
  [FORM]: {
    given: takes(formURLEncodedBody(Fields)),
    write: (values: Values): Promise<readonly [string, string]> => Promise.resolve([FORM, writeForm(values)]),
    files: {},
  },
  [MULTIPART]: { given: takes(formBody(Upload)), write: writeMultipart, files: { photo: FILES } },
};

describe.each(Object.entries(FORMS))('%s', (contentType, { given, write, files }) => {
  const run = runnerOf(given);
  const { schema, defs, judge } = documented(given, contentType);
  const { properties = {}, required = [] } = defs[schema.$ref!.split('/').at(-1)!]!;
  const texts = Object.entries(properties).filter(([name]) => !['photo', 'more'].includes(name));
  const members = Object.fromEntries(
    texts.map(([name, one]) => [name, valuesOf(one, { defs, depth: 0 })]),
  ) as Record<string, fc.Arbitrary<unknown>>;
  const photos = Object.keys(files).length === 0 ? [undefined] : FILES;

  it('the handler receives every value that the document accepts unchanged, and no other', async () => {
    let accepted = 0;
    const record = fc.record(members, { requiredKeys: required.filter((name) => name in members) });
    const photo = fc.constantFrom(...photos);
    await fc.assert(
      fc.asyncProperty(record, photo, fc.nat({ max: 2 }), async (fields, file, more) => {
        fc.pre(Object.values(fields).every(isWritable));
        const sent = {
          ...fields,
          ...(file && { photo: new File(['PNG'], 'a.png', { type: file[0] }) }),
          ...(file && more > 0 && { more: Array.from({ length: more }, () => new File(['x'], 'b')) }),
        };
        // A file is any text to the schema; its content type stands in the encoding.
        const asText = { ...fields, ...(file && { photo: 'PNG' }) };
        const isValid = judge(asText) && file?.[1] !== false;
        received.length = 0;
        const status = await statusOf(run, ...(await write(sent)));
        expect({ fields, status }).toEqual({ fields, status: isValid ? 204 : 400 });
        if (!isValid) return;
        accepted += 1;
        const { photo: _, more: many, ...rest } = received[0] as Values;
        expect(JSON.parse(JSON.stringify(rest))).toEqual(JSON.parse(JSON.stringify(fields)));
        expect(many ?? []).toHaveLength(file ? more : 0);
      }),
      { numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(10);
  });

  it.each(texts.filter(([, one]) => one.$ref === undefined && one.type !== 'array').map(([name]) => [name]))(
    'accepts a text for %s if one of its readings is valid',
    async (name) => {
      const base = {
        text: 'a',
        ...(photos[0] && { photo: new File(['PNG'], 'a.png', { type: 'image/png' }) }),
      };
      for (const text of [
        ...pool.texts,
        ...pool.wanted,
        '1',
        '2.5',
        '-0',
        '+1',
        '01',
        '1e2',
        'true',
        'TRUE',
      ]) {
        if (/\p{Surrogate}|[\r\n]/u.test(text)) continue;
        const status = await statusOf(run, ...(await write({ ...base, [name]: text })));
        const plain = { ...base, ...(photos[0] && { photo: 'PNG' }) };
        const isValid = readings(text).some((one) => judge({ ...plain, [name]: one }));
        expect({ text, status }).toEqual({ text, status: isValid ? 204 : 400 });
      }
    },
  );

  it('rejects a form without a required field', async () => {
    expect(await statusOf(run, ...(await write({ int: 1 })))).toBe(400);
  });
});
