import { type Enhancer } from '../enhancers.js';
import { KEYS, metadata } from '../nest-internals.js';

// File interceptors keep the names of their fields in a closure. Each is run with an empty request and
// replacements that record the names.

export interface FileField {
  readonly name: string;
  readonly many: boolean;
  readonly most?: number | undefined;
}

/** The fields of an interceptor: their names, `any` for all names, or undefined if they are unknown. */
export type FileFields = readonly FileField[] | 'any' | undefined;

type Intercept = (this: object, context: unknown, next: unknown) => unknown;

/**
 * The tokens of the options that file interceptors inject, and how their fields are read. The interceptors
 * have no base class in common.
 */
const READERS: Readonly<Record<string, (intercept: Intercept) => FileFields>> = {
  // @nestjs/platform-express
  MULTER_MODULE_OPTIONS: fieldsOfMulter,
  // @nest-lab/fastify-multer
  MULTER_OPTIONS: fieldsOfMulter,
  // @nestjs/platform-fastify of Nest 12
  MULTIPART_MODULE_OPTIONS: fieldsOfMultipart,
};

export function isUploader(interceptor: Enhancer): boolean {
  return readerOf(interceptor) !== undefined;
}

export function uploadFieldsOf(interceptor: Enhancer): FileFields {
  const prototype = interceptor.type?.prototype as { readonly intercept?: Intercept } | undefined;
  return prototype?.intercept && readerOf(interceptor)?.(prototype.intercept);
}

function readerOf({ type }: Enhancer): ((intercept: Intercept) => FileFields) | undefined {
  const wanted = type && metadata(KEYS.dependencies, type);
  if (!Array.isArray(wanted)) return undefined;
  const tokens = wanted.map(({ param }: { readonly param?: unknown }) => param);
  return Object.entries(READERS).find(([token]) => tokens.includes(token))?.[1];
}

function stop(): never {
  throw new Error('Only its fields were wanted.');
}

function run(intercept: Intercept, interceptor: object, request: object): void {
  const http = { getRequest: () => request, getResponse: () => ({}) };
  try {
    const answer = intercept.call(interceptor, { switchToHttp: () => http }, { handle: stop });
    // The promise rejects, because the replacements throw.
    Promise.resolve(answer).catch(() => undefined);
  } catch {
    // Fields that were recorded before the error count.
  }
}

function fieldsOfMulter(intercept: Intercept): FileFields {
  let heard: FileFields;
  const multer = {
    single: (name: string) => ((heard = [{ name, many: false }]), stop),
    array: (name: string, most?: number) => ((heard = [{ name, many: true, most }]), stop),
    fields: (list: readonly { name: string; maxCount?: number }[]) => (
      (heard = list.map(({ name, maxCount }) => fieldOf(name, maxCount))),
      stop
    ),
    any: () => ((heard = 'any'), stop),
    none: () => ((heard = []), stop),
  };
  run(intercept, { multer }, {});
  return heard;
}

function fieldOf(name: string, most: number | undefined): FileField {
  return { name, many: most !== 1, most };
}

/**
 * Records the fields of an interceptor for @fastify/multipart. Before it reads the request, it writes the
 * limit of each field into a Map, and nothing else shows the names; FileStreamInterceptor has no such Map.
 * The replacement of `set` is in place only during this synchronous call.
 */
function fieldsOfMultipart(intercept: Intercept): FileFields {
  const heard: FileField[] = [];
  const read = { storage: false };
  const interceptor = {
    options: {},
    get storage() {
      read.storage = true;
      return undefined;
    },
  };
  const request = {
    isMultipart: () => true,
    set body(_: unknown) {
      stop();
    },
  };
  // A process may freeze the built-in objects. The fields are unknown then, and reported.
  if (Object.isFrozen(Map.prototype)) return undefined;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its Map
  const { set } = Map.prototype;
  Map.prototype.set = function (this: Map<unknown, unknown>, name: unknown, most: unknown) {
    if (typeof name === 'string' && typeof most === 'number')
      heard.push(fieldOf(name, Number.isFinite(most) ? most : undefined));
    return set.call(this, name, most) as Map<unknown, unknown>;
  };
  try {
    run(intercept, interceptor, request);
  } finally {
    Map.prototype.set = set;
  }
  // AnyFilesInterceptor and NoFilesInterceptor list no field.
  if (heard.length === 0) return read.storage ? 'any' : undefined;
  return heard;
}
