import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import {
  Docs,
  formBody,
  formURLEncodedBody,
  operation,
  response,
  type OpenApiDocument,
  type Operation,
  type Schema,
  type TypeInput,
} from '../../../src/index.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import type { Constructor } from '../../../src/shared/types.js';
import { valuesOf } from '../../law/values/from-schema.js';
import { verdictOf } from '../../law/verdict.js';
import {
  documentedOnly,
  isMembers,
  isWritable,
  readingsOfForm,
  writeForm,
  writeMultipart,
  type Values,
} from './differential.js';

/** How a value is sent. */
export type Encoding = 'json' | 'form' | 'parts' | 'query' | 'path';

/** A class that an operation reads, and the operation. */
export interface Subject {
  readonly target: Constructor;
  readonly number: number;
  readonly encoding: Encoding;
  readonly given: Operation;
}

export interface Request {
  readonly what: string;
  readonly path: string;
  readonly init: RequestInit;
  /** What the handler may get; empty if it must not run. */
  readonly instances: readonly string[];
  /** True if the handler must run. */
  readonly isAccepted: boolean;
}

interface Input {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: unknown;
}

let received: unknown[] = [];

const BODIES = { json: (one: TypeInput) => one, form: formURLEncodedBody, parts: formBody };

/** Returns an operation that reads the class in an encoding. Its handler remembers what it gets. */
export function operationOf(
  target: Constructor,
  encoding: Encoding,
  number: number,
  template = '',
): Operation {
  const path = `/${encoding}/${number}${template}`;
  const responses = { 204: response('Taken') };
  const take = ({ body, query, params }: Input): void => {
    received.push(encoding === 'path' ? params : (body ?? query));
  };
  if (encoding === 'query' || encoding === 'path') {
    const type = { [encoding === 'query' ? 'query' : 'params']: target };
    return operation({ method: 'GET', path, ...type, responses } as never, take as never);
  }
  const body = BODIES[encoding](target as never);
  return operation({ method: 'POST', path, body, responses } as never, take as never);
}

export const INFO = { title: 'Differential', version: '1' };

/** Returns whether the operation can be registered. Classes that describe nothing, for example, are refused. */
export function isRegistered(given: Operation): boolean {
  try {
    new Docs({ info: INFO }).bindOperations([given]);
    return true;
  } catch {
    return false;
  }
}

export interface Documented {
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

/** Returns the schemas of the document that the operations give. */
export function documented(operations: readonly Operation[]): Documented {
  const docs = new Docs({ info: INFO });
  docs.bindOperations(operations);
  return schemasIn(docs.buildSpec());
}

/** Returns the schemas of a document whose operations are below a prefix. */
export function schemasIn({ paths, components }: OpenApiDocument, prefix = ''): Documented {
  const defs = (components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false });
  const judges = new Map<Schema, ValidateFunction>();
  return {
    defs,
    schemaOf: ({ definition: { path } }, encoding) => {
      const { get, post } = paths[prefix + path]!;
      if (encoding !== 'query' && encoding !== 'path')
        return (post!.requestBody as Content).content[MEDIA_TYPES[encoding]]!.schema;
      const parameters = (get!.parameters ?? []) as {
        name: string;
        in: string;
        schema: Schema;
        required?: boolean;
      }[];
      const own = parameters.filter((parameter) => parameter.in === encoding);
      return {
        type: 'object',
        properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
        required: own.filter(({ required }) => required === true).map(({ name }) => name),
      };
    },
    sentBy: ({ definition: { path } }) =>
      (paths[prefix + path]!.get!.responses['200'] as Content).content['application/json']!.schema,
    judgeOf: (schema) => {
      const judge = judges.get(schema) ?? ajv.compile({ ...schema, components: { schemas: defs } });
      judges.set(schema, judge);
      return judge;
    },
  };
}

const NAMES = ['a', 'b', 'c', 'd', 'size', 'kind', 'renamed'];

export const json = (value: unknown): string => JSON.stringify(value);
export const copyOf = (value: unknown): unknown => JSON.parse(json(value));

/** Returns so many values of a schema, and twice as many that are nearly valid. */
export function samplesOf(schema: Schema, { defs }: Documented, seed: number, count: number): unknown[] {
  const values = valuesOf(schema, { defs, depth: 0 });
  return [
    ...fc.sample(values, { numRuns: count, seed }),
    ...fc.sample(mutationsOf(fc, values, NAMES), { numRuns: count * 2, seed }),
  ].map(copyOf);
}

/** Returns requests of a subject, with what ajv and class-validator decide about each. */
export async function requestsOf(
  subject: Subject,
  document: Documented,
  samples?: readonly unknown[],
  prefix = '',
): Promise<Request[]> {
  const { target, number, encoding, given } = subject;
  const schema = document.schemaOf(given, encoding);
  const judge = document.judgeOf(schema);
  const requests: Request[] = [];
  for (const value of samples ?? samplesOf(schema, document, number, 4)) {
    if (!canSend(value, encoding, schema)) continue;
    const readings = encoding === 'json' ? [value] : readingsOfForm(value as Values, encoding === 'parts');
    if (readings.length === 0) continue;
    const instances: string[] = [];
    const accepted = readings.filter((one) => judge(one));
    for (const reading of accepted) {
      const plain = documentedOnly(reading, schema, document.defs, document.judgeOf);
      if (isMembers(plain) && (await verdictOf({ target }, plain)).accepted)
        instances.push(json(plainToInstance(target as new () => object, copyOf(plain))));
    }
    requests.push({
      what: `${encoding} of class ${number}: ${json(value)}`,
      ...written(prefix + given.definition.path, encoding, value),
      instances,
      isAccepted: accepted.length > 0 && instances.length === accepted.length,
    });
  }
  return requests;
}

function canSend(value: unknown, encoding: Encoding, schema: Schema): boolean {
  if (encoding === 'json') return true;
  if (!isMembers(value) || !isWritable(value)) return false;
  // A router matches a path only if each of its parameters has a text.
  return (
    encoding !== 'path' ||
    Object.keys(schema.properties ?? {}).every(
      (name) => Object.hasOwn(value, name) && isPathText(value[name]),
    )
  );
}

/** URLs leave `.` and `..` out, and routers have limits of their own. */
function isPathText(value: unknown): boolean {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && /^(?!\.{1,2}$)[^/\\]{1,90}$/.test(String(value));
}

function written(path: string, encoding: Encoding, value: unknown): Pick<Request, 'path' | 'init'> {
  const form = value as Values;
  if (encoding === 'path') return { path: fill(path, form), init: {} };
  if (encoding === 'query') return { path: `${path}?${writeForm(form)}`, init: {} };
  if (encoding === 'parts') return { path, init: { method: 'POST', body: writeMultipart(form) } };
  const body = encoding === 'json' ? json(value) : writeForm(form);
  return { path, init: { method: 'POST', headers: { 'content-type': MEDIA_TYPES[encoding] }, body } };
}

/** Writes values into the parameters of a path. */
export function fill(path: string, values: Values): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** Sends the requests, and returns those whose outcome is not the one that is due. */
export async function findWrong(origin: string, requests: readonly Request[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const { what, path, init, instances, isAccepted } of requests) {
    received = [];
    const { status } = await fetch(origin + path, init);
    const got = received.map(json);
    const isExpected = got.length === 0 ? !isAccepted && status === 400 : instances.includes(got[0]!);
    if (!isExpected) wrong.push({ what, status, got, instances });
  }
  return wrong;
}
