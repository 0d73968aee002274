import type { TypeInput } from '../../../decorators/type-input.js';
import type { JsonValue } from '../../shared/types.js';
import { file } from '../../documents/model/type/type-functions.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Argument } from './arguments.js';
import { type Enhancer, ownEnhancers } from '../enhancers.js';
import { KEYS, metadata } from '../nest-internals.js';
import type { Handler } from '../routes.js';

export interface MadeProperty {
  readonly key: string;
  readonly type: TypeInput | undefined;
  readonly required: boolean;
  /** The value of a default pipe; undefined without one. */
  readonly default: JsonValue | undefined;
  /** True if a list of files needs at least one. */
  readonly nonEmpty?: boolean;
  /** Maximum number of files; undefined without a limit. */
  readonly most?: number | undefined;
  /** True if the request needs at least one of several optional properties. */
  readonly oneNeeded?: boolean;
}

interface FileField {
  readonly name: string;
  readonly many: boolean;
  readonly most?: number | undefined;
}

const KINDS: ReadonlySet<string> = new Set(['file', 'files']);

export function readUploads(
  handler: Handler,
  args: readonly Argument[],
  report: (finding: Finding) => void,
): readonly MadeProperty[] | undefined {
  const taken = args.filter(({ kind }) => KINDS.has(kind));
  const interceptors = ownEnhancers('interceptor', handler).filter(isUploader);
  if (taken.length === 0 && interceptors.length === 0) return undefined;
  const fields = interceptors.flatMap(fieldsOf);
  if (fields.length === 0 && !interceptors.some(takesAnyName))
    report({
      code: 'unread-interceptor',
      message:
        'The handler takes uploaded files, but the names of their fields are unknown, so any form is documented. Use FileInterceptor(name) or a similar interceptor, or @ApiBody.',
      place: handler.place,
    });
  const isRequired = taken.some(({ piped }) => piped.required);
  return fields.map((field) => ({
    ...propertyOf(field, isRequired && fields.length === 1),
    oneNeeded: isRequired && fields.length > 1,
  }));
}

/**
 * Returns the property of a file field. With several fields, the handler receives an object of lists, and a pipe
 * rejects only an empty object.
 */
function propertyOf({ name, many, most }: FileField, required: boolean): MadeProperty {
  return {
    key: name,
    type: many ? [file()] : file(),
    required,
    default: undefined,
    nonEmpty: many && required,
    most,
  };
}

/** The token of multer's options, which all of Nest's file interceptors inject. They have no base class in common. */
const MULTER_OPTIONS = 'MULTER_MODULE_OPTIONS';

export function isUploader({ type }: Enhancer): boolean {
  const wanted = type && metadata(KEYS.dependencies, type);
  return Array.isArray(wanted) && wanted.some(({ param }: { param?: unknown }) => param === MULTER_OPTIONS);
}

const ANY = Symbol('any name');

function fieldsOf(interceptor: Enhancer): FileField[] {
  return callsOf(interceptor).filter((one): one is FileField => one !== ANY);
}

function takesAnyName(interceptor: Enhancer): boolean {
  return callsOf(interceptor).includes(ANY);
}

/**
 * Reads the field of a file interceptor, which is private. It runs the interceptor with an empty request and a
 * replacement of multer that records the call.
 */
function callsOf({ type }: Enhancer): (FileField | typeof ANY)[] {
  const heard: (FileField | typeof ANY)[] = [];
  const stop = (): never => {
    throw new Error('Only its fields were wanted.');
  };
  const multer = {
    single: (name: string) => (heard.push({ name, many: false }), stop),
    array: (name: string, most?: number) => (heard.push({ name, many: true, most }), stop),
    fields: (list: readonly { name: string; maxCount?: number }[]) => (
      heard.push(...list.map(({ name, maxCount }) => ({ name, many: maxCount !== 1, most: maxCount }))),
      stop
    ),
    any: () => (heard.push(ANY), stop),
    none: () => stop,
  };
  const nothing = (): object => ({});
  const context = { switchToHttp: () => ({ getRequest: nothing, getResponse: nothing }) };
  const prototype = type?.prototype as { intercept?(context: unknown, next: unknown): unknown } | undefined;
  try {
    const answer = prototype?.intercept?.call({ multer }, context, { handle: stop });
    // The promise rejects, because the replacement of multer throws.
    Promise.resolve(answer).catch(() => undefined);
  } catch {
    // Fields that were recorded before the error count.
  }
  return heard;
}
