import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import {
  arrayOf,
  Docs,
  formBody,
  formURLEncodedBody,
  mapOf,
  oneOf,
  operation,
  response,
  type Operation,
  type Schema,
  type TypeInput,
} from '../../../src/index.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import type { Constructor } from '../../../src/shared/types.js';
import { runs } from '../../fixtures/runs.js';
import { forget, generateClass } from '../../law/classes/generate.js';
import { valuesOf } from '../../law/values/from-schema.js';
import { verdictOf } from '../../law/verdict.js';
import { documentedOnly, isWritable, readingsOfForm, writeForm, writeMultipart } from './differential.js';
import { FRAMEWORKS, serve } from './servers.js';

// Two programs of others decide: ajv reads the served document, and class-validator the instance of class-transformer. A
// handler runs for the requests that both accept, and for no other.

const COUNT = runs(10);
const FIRST = Number(process.env.DTOSPEC_SEED ?? 1);
const NAMES = ['a', 'b', 'c', 'd', 'size', 'kind', 'renamed'];
const HIDDEN = 'what no class documents';

type Values = Readonly<Record<string, unknown>>;
type Encoding = 'json' | 'form' | 'parts' | 'query';

interface Subject {
  readonly target: Constructor;
  readonly number: number;
  readonly encoding: Encoding;
  readonly given: Operation;
}

interface Request {
  readonly what: string;
  readonly path: string;
  readonly init: RequestInit;
  /** What the handler may get; empty if it must not run. */
  readonly instances: readonly string[];
  /** True if the handler must run. */
  readonly isAccepted: boolean;
}

let received: unknown[] = [];

function take(input: { readonly body?: unknown; readonly query?: unknown }): void {
  received.push(input.body ?? input.query);
}

const BODIES = { json: (one: TypeInput) => one, form: formURLEncodedBody, parts: formBody };

function operationOf(target: Constructor, encoding: Encoding, number: number): Operation {
  const path = `/${encoding}/${number}`;
  const responses = { 204: response('Taken') };
  if (encoding === 'query')
    return operation({ method: 'GET', path, query: target, responses } as never, take as never);
  const body = BODIES[encoding](target as never);
  return operation({ method: 'POST', path, body, responses } as never, take as never);
}

const INFO = { title: 'Differential', version: '1' };

/** Returns whether the operation can be registered. Classes that describe nothing, for example, are refused. */
function isRegistered(given: Operation): boolean {
  try {
    new Docs({ info: INFO }).bindOperations([given]);
    return true;
  } catch {
    return false;
  }
}

interface Documented {
  readonly schemaOf: (given: Operation, encoding: Encoding) => Schema;
  readonly sentBy: (given: Operation) => Schema;
  readonly defs: Readonly<Record<string, Schema>>;
  readonly judgeOf: (schema: Schema) => ValidateFunction;
}

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  parts: 'multipart/form-data',
} as const;

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** The schemas of the document that the operations give. */
function documented(operations: readonly Operation[]): Documented {
  const docs = new Docs({ info: INFO });
  docs.bindOperations(operations);
  const { paths, components } = docs.buildSpec();
  const defs = (components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
  const judges = new Map<Schema, ValidateFunction>();
  return {
    defs,
    schemaOf: ({ definition: { path } }, encoding) => {
      const { get, post } = paths[path]!;
      if (encoding !== 'query') return (post!.requestBody as Content).content[MEDIA_TYPES[encoding]]!.schema;
      const parameters = (get!.parameters ?? []) as { name: string; schema: Schema; required?: boolean }[];
      return {
        type: 'object',
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
      };
    },
    sentBy: ({ definition: { path } }) =>
      (paths[path]!.get!.responses['200'] as Content).content['application/json']!.schema,
    judgeOf: (schema) => {
      const judge = judges.get(schema) ?? ajv.compile({ ...schema, components: { schemas: defs } });
      judges.set(schema, judge);
      return judge;
    },
  };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const json = (value: unknown): string => JSON.stringify(value);
const copyOf = (value: unknown): unknown => JSON.parse(json(value));

function samplesOf(schema: Schema, { defs }: Documented, seed: number, count: number): unknown[] {
  const values = valuesOf(schema, { defs, depth: 0 });
  return [
    ...fc.sample(values, { numRuns: count, seed }),
    ...fc.sample(mutationsOf(fc, values, NAMES), { numRuns: count * 2, seed }),
  ].map(copyOf);
}

async function requestsOf(
  { target, number, encoding, given }: Subject,
  document: Documented,
): Promise<Request[]> {
  const schema = document.schemaOf(given, encoding);
  const judge = document.judgeOf(schema);
  const requests: Request[] = [];
  for (const value of samplesOf(schema, document, number, 4)) {
    if (encoding !== 'json' && (!isObject(value) || !isWritable(value))) continue;
    const readings = encoding === 'json' ? [value] : readingsOfForm(value as Values, encoding === 'parts');
    if (readings.length === 0) continue;
    const instances: string[] = [];
    const accepted = readings.filter((one) => judge(one));
    for (const reading of accepted) {
      const plain = documentedOnly(reading, schema, document.defs, document.judgeOf);
      if (isObject(plain) && (await verdictOf({ target }, plain)).accepted)
        instances.push(json(plainToInstance(target as new () => object, copyOf(plain))));
    }
    requests.push({
      what: `${encoding} of class ${number}: ${json(value)}`,
      ...written(given.definition.path, encoding, value),
      instances,
      isAccepted: accepted.length > 0 && instances.length === accepted.length,
    });
  }
  return requests;
}

function written(path: string, encoding: Encoding, value: unknown): Pick<Request, 'path' | 'init'> {
  const form = value as Values;
  if (encoding === 'query') return { path: `${path}?${writeForm(form)}`, init: {} };
  if (encoding === 'parts') return { path, init: { method: 'POST', body: writeMultipart(form) } };
  const body = encoding === 'json' ? json(value) : writeForm(form);
  return { path, init: { method: 'POST', headers: { 'content-type': MEDIA_TYPES[encoding] }, body } };
}

const numbers = Array.from({ length: COUNT }, (_, index) => FIRST + index);
const targets = numbers.map((number) => generateClass(number));
const ENCODINGS: readonly Encoding[] = ['json', 'form', 'parts', 'query'];
const subjects = targets.flatMap((target, index) =>
  ENCODINGS.map((encoding): Subject => {
    const number = numbers[index]!;
    return { target, number, encoding, given: operationOf(target, encoding, number) };
  }).filter(({ given }) => isRegistered(given)),
);

afterAll(() => {
  targets.forEach(forget);
});

describe('requests', () => {
  const operations = subjects.map(({ given }) => given);
  let requests: Request[] = [];

  beforeAll(async () => {
    const document = documented(operations);
    requests = [];
    for (const subject of subjects) requests.push(...(await requestsOf(subject, document)));
  });

  it('are accepted and refused', () => {
    for (const encoding of ENCODINGS) {
      const own = requests.filter(({ what }) => what.startsWith(encoding));
      expect([encoding, own.some(({ isAccepted }) => isAccepted)]).toEqual([encoding, true]);
      expect([encoding, own.some(({ instances }) => instances.length === 0)]).toEqual([encoding, true]);
    }
  });

  it.each(FRAMEWORKS)('%s: reach the handler if ajv and class-validator accept them', async (framework) => {
    const { origin, close } = await serve(framework, operations);
    const wrong: unknown[] = [];
    for (const { what, path, init, instances, isAccepted } of requests) {
      received = [];
      const { status } = await fetch(origin + path, init);
      const got = received.map(json);
      const isExpected = got.length === 0 ? !isAccepted && status === 400 : instances.includes(got[0]!);
      if (!isExpected) wrong.push({ what, status, got, instances });
    }
    expect(wrong).toEqual([]);
    await close();
  });
});

let answer: unknown;

const SHAPES: readonly (readonly [
  string,
  (own: TypeInput, other: TypeInput) => TypeInput,
  (one: unknown) => unknown,
])[] = [
  ['own', (own) => own, (one) => one],
  ['either', (own, other) => oneOf(own as never, other as never), (one) => one],
  ['list', (own, other) => arrayOf(oneOf(other as never, own as never)), (one) => [one]],
  ['map', (own, other) => mapOf(oneOf(own as never, other as never)), (one) => ({ key: one })],
];

describe('responses', () => {
  const replies = targets.flatMap((target, index) => {
    const given = SHAPES.map(([name, typeOf, wrap]) => {
      const type = typeOf(target, targets[(index + 1) % targets.length]!);
      const responses = { 200: response('It', type) };
      const path = `/${name}/${index}`;
      return { wrap, given: operation({ method: 'GET', path, responses } as never, (() => answer) as never) };
    });
    return given.every((one) => isRegistered(one.given)) ? [{ target, given, number: numbers[index]! }] : [];
  });
  const operations = replies.flatMap(({ given }) => given.map((one) => one.given));

  it.each(FRAMEWORKS)('%s: are valid and hold what their class documents', async (framework) => {
    const document = documented(operations);
    const { origin, close } = await serve(framework, operations);
    const statuses = new Set<number>();
    const wrong: unknown[] = [];
    for (const [place, { target, given, number }] of replies.entries()) {
      // A handler may copy a whole row into an instance: the members of another class must not leave.
      const other = document.sentBy(replies[(place + 1) % replies.length]!.given[0]!.given);
      const [others] = samplesOf(other, document, number, 1).filter(isObject);
      const own = document.sentBy(given[0]!.given);
      const rows = samplesOf(own, document, number, 2)
        .filter(isObject)
        .map((row) => ({ secret: HIDDEN, ...row }));
      const instances = rows.map((row) =>
        Object.assign(Object.create(target.prototype as object), others, row),
      );
      const known = namesOf(target);
      for (const { given: one, wrap } of given)
        for (const value of [...rows, ...instances]) {
          answer = wrap(value);
          const { path } = one.definition;
          const sent = await fetch(origin + path);
          const text = await sent.text();
          statuses.add(sent.status);
          if (sent.status !== 200) continue;
          const body: unknown = JSON.parse(text);
          const isValid = document.judgeOf(document.sentBy(one))(body);
          const names = rows.includes(value) ? [] : Object.keys(innerOf(body, wrap) as object);
          const unknown = names.filter((name) => !known.has(name));
          if (!isValid || text.includes(HIDDEN) || unknown.length > 0)
            wrong.push({ path, number, text, value: json(value), isValid, unknown });
        }
    }
    expect(wrong).toEqual([]);
    expect([...statuses].sort((a, b) => a - b)).toEqual([200, 500]);
    await close();
  });
});

/** Returns what `wrap` has put into the body. */
function innerOf(body: unknown, wrap: (one: unknown) => unknown): unknown {
  if (wrap(0) === 0) return body;
  return Object.values(body as object)[0];
}

/** Returns the names that the document has for a class that a response sends. */
function namesOf(target: Constructor): ReadonlySet<string> {
  const docs = new Docs({ info: INFO });
  docs.add({ method: 'GET', path: '/x', responses: { 200: response('It', target as never) } } as never);
  const { components } = docs.buildSpec();
  return new Set(
    Object.entries((components?.schemas ?? {}) as Readonly<Record<string, Schema>>)
      .filter(([name]) => name === target.name)
      .flatMap(([, { properties = {} }]) => Object.keys(properties)),
  );
}
