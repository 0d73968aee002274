import { request } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { valuesOf } from '../../law/values/from-schema.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';

/** One request and what came of it. */
export interface Probe {
  /** `POST /users`. */
  readonly operation: string;
  readonly valid: boolean;
  /** What was sent, for whoever reads a failure. */
  readonly sent: string;
  readonly status: number;
  /** The statuses that the document has for it: of a success, or of a refusal. */
  readonly expected: readonly number[];
  /** What the answer is not, though the document says it. */
  readonly problem: string | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly servers?: readonly { readonly url: string }[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Document {
  readonly paths: unknown;
  readonly components?: { readonly schemas?: unknown } | undefined;
}

/** Values of the parameters, by place and name; undefined: left out. */
type Values = ReadonlyMap<Parameter, unknown>;

/** Lists are joined by commas. */
const textOf = (value: unknown): string => [value].flat().join();

const COUNT = 6;
const SEED = 7;

/** Calls each operation with requests that its document allows, and with ones that it does not. */
export async function probe(document: Document, origin: string): Promise<Probe[]> {
  const defs = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'doc', components: { schemas: defs } });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
    const validator = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
    validators.set(text, validator);
    return validator;
  };

  const probes: Probe[] = [];
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(item)) {
      const call = async (valid: boolean, values: Values, body: unknown): Promise<void> => {
        const sent = await send(origin, method, path, operation, values, body);
        probes.push({
          operation: `${method.toUpperCase()} ${path}`,
          valid,
          sent: JSON.stringify({ values: [...values].map(([{ name }, value]) => [name, value]), body }),
          status: sent.status,
          expected: statusesOf(operation, valid),
          problem: problemOf(operation, sent, validatorOf),
        });
      };
      const parameters = operation.parameters ?? [];
      const usual = new Map(parameters.map((one) => [one, sampleOf(one.schema)]));
      const [media, { schema }] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [
        '',
        { schema: {} },
      ];
      const bodies = media === '' ? [undefined] : validBodies(schema, defs, validatorOf(schema));
      for (const body of bodies) await call(true, usual, body);
      const fewest = new Map([...usual].filter(([{ required }]) => required === true));
      await call(true, fewest, bodies[0]);
      for (const parameter of parameters.filter((one) => one.in !== 'header'))
        for (const wrong of wrongOf(parameter))
          await call(false, new Map(usual).set(parameter, wrong), bodies[0]);
      if (media === '') continue;
      for (const body of invalidBodies(schema, defs, validatorOf(schema), media))
        await call(false, usual, body);
      if (operation.requestBody?.required === true) await call(false, usual, undefined);
    }
  return probes;
}

/** The statuses that end well, or those by which Nest refuses what it was sent. */
function statusesOf({ responses }: Operation, valid: boolean): number[] {
  const statuses = Object.keys(responses).map(Number);
  const refusals = statuses.filter((status) => status === 400 || status === 422);
  return valid || refusals.length === 0 ? statuses.filter((status) => status < 400) : refusals;
}

/** A value that the schema takes. */
function sampleOf(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.format === 'uuid') return '2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d';
  if (schema.type === 'array') return [sampleOf(schema.items as Schema), sampleOf(schema.items as Schema)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 2;
  if (schema.type === 'boolean') return true;
  return 'a'.repeat(Math.max(schema.minLength ?? 1, 1));
}

/** Values that the schema does not take; in a path something must stand. */
function wrongOf({ schema, in: place, required }: Parameter): unknown[] {
  const wrong: unknown[] = [];
  if (place === 'query' && required === true) wrong.push(undefined);
  if (schema.enum !== undefined) return [...wrong, 'none-of-these'];
  if (schema.format === 'uuid') return [...wrong, 'nope'];
  if (schema.type === 'integer') wrong.push('abc', '1.5');
  if (schema.type === 'number') wrong.push('abc');
  if (schema.type === 'boolean') wrong.push('perhaps');
  if (schema.type === 'array' && (schema.items as Schema).type === 'number') wrong.push(['abc']);
  if (typeof schema.minimum === 'number') wrong.push(schema.minimum - 1);
  if (schema.maxLength !== undefined) wrong.push('a'.repeat(schema.maxLength + 1));
  if ((schema.minLength ?? 0) > 1) wrong.push('a');
  return wrong;
}

/** validator.js does not count variation selectors, so it finds such a text too short (docs/contract.md). */
const UNCOUNTED = /[\ufe0e\ufe0f]/;

function validBodies(schema: Schema, defs: Record<string, Schema>, isValid: ValidateFunction): unknown[] {
  const values = fc.sample(valuesOf(schema, { defs, depth: 0 }), { numRuns: 200, seed: SEED });
  const isAccepted = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && isValid(value) && !UNCOUNTED.test(JSON.stringify(value));
  return values.filter(isAccepted).slice(0, COUNT);
}

/** What validation lets through, and no schema says: null at an optional property, a list where an object is nested. */
const NARROWED = /null|:\[[[{]/;

function invalidBodies(
  schema: Schema,
  defs: Record<string, Schema>,
  isValid: ValidateFunction,
  media: string,
): unknown[] {
  const mutations = mutationsOf(fc, valuesOf(schema, { defs, depth: 0 }), ['name', 'price']);
  const isWrong = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !NARROWED.test(JSON.stringify(value)) &&
    Array.isArray(value) === (schema.type === 'array') &&
    !isValid(value) &&
    (media === 'application/json' || isForm(value));
  return fc.sample(mutations, { numRuns: 400, seed: SEED }).filter(isWrong).slice(0, COUNT);
}

/** A form holds texts and files; one file is a list of one there. */
function isForm(value: object): boolean {
  return Object.entries(value).every(([name, one]) => typeof one === 'string' && !LISTS.includes(name));
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

async function send(
  origin: string,
  method: string,
  template: string,
  { servers, requestBody }: Operation,
  values: Values,
  body: unknown,
): Promise<Answer> {
  const url = new URL(origin);
  url.pathname = template;
  const headers: Record<string, string> = {};
  for (const [{ name, in: place }, value] of values) {
    if (value === undefined) continue;
    if (place === 'path')
      url.pathname = decodeURI(url.pathname).replace(`{${name}}`, encodeURIComponent(textOf(value)));
    else if (place === 'query') url.searchParams.append(name, textOf(value));
    else headers[name] = textOf(value);
  }
  if (servers !== undefined) headers.host = servers[0]!.url.replace(/^\/\//, '').replace(/\{(\w+)\}/g, '$1');
  const [media = ''] = Object.keys(requestBody?.content ?? {});
  const payload = await bodyOf(body, media);
  if (payload !== undefined) {
    headers['content-type'] = payload.contentType;
    headers['content-length'] = String(payload.bytes.length);
  }
  return exchange(url, method, headers, payload?.bytes);
}

async function bodyOf(
  body: unknown,
  media: string,
): Promise<{ bytes: Buffer; contentType: string } | undefined> {
  if (body === undefined && media !== 'multipart/form-data') return undefined;
  if (media !== 'multipart/form-data')
    return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' };
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    for (const one of [value].flat())
      if (FILES.includes(name)) form.append(name, new Blob([String(one)], { type: 'text/plain' }), 'a.txt');
      else form.append(name, String(one));
  const response = new Response(form);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  };
}

/** The fields of the forms in test/fixtures/nest/files.ts that hold files. */
const LISTS = ['photos', 'others'];
const FILES = ['avatar', 'document', 'photos', 'front', 'others'];

function exchange(
  url: URL,
  method: string,
  headers: Record<string, string>,
  bytes: Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: method.toUpperCase(), headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          contentType: (response.headers['content-type'] ?? '').split(';')[0] ?? '',
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** Whether the answer is what the document has for its status. */
function problemOf(
  { responses }: Operation,
  { status, contentType, text }: Answer,
  validatorOf: (schema: Schema) => ValidateFunction,
): string | undefined {
  const [media, { schema } = { schema: {} }] = Object.entries(responses[status]?.content ?? {})[0] ?? [];
  if (media === undefined) return undefined;
  if (media !== contentType) return `is ${contentType}, not ${media}`;
  if (media !== 'application/json') return undefined;
  const validate = validatorOf(schema);
  return validate(JSON.parse(text)) ? undefined : `${text}: ${JSON.stringify(validate.errors)}`;
}
