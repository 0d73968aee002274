import type { TypeInput } from '../../../decorators/type-input.js';
import type { JsonValue } from '../../shared/types.js';
import { file } from '../../documents/model/type/type-functions.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Argument } from './arguments.js';
import { attempt, ownEnhancers } from '../enhancers.js';
import type { Handler } from '../routes.js';
import { type FileField, isUploader, uploadFieldsOf } from './upload-fields.js';

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
  const known = interceptors.map(uploadFieldsOf);
  const fields = known.flatMap((field) => (field === undefined || field === 'any' ? [] : field));
  if (known.length === 0 || known.includes(undefined))
    report({
      code: 'unread-interceptor',
      message:
        'The handler takes uploaded files, but the names of their fields are unknown, so any form is documented. Use FileInterceptor(name) or a similar interceptor, or @ApiBody.',
      place: handler.place,
    });
  const isRequired = needsFile(args) && fields.length === 1;
  return fields.map((field) => propertyOf(field, isRequired));
}

/** Returns whether an interceptor of Express limits the size of a file, so that Nest responds with 413. */
export function limitsFileSize(handler: Handler): boolean {
  return ownEnhancers('interceptor', handler)
    .filter(isUploader)
    .some(({ instance, type }) => {
      const interceptor: { readonly multer?: Multer } | undefined =
        instance ?? (type && attempt(() => new (type as new (options: object) => object)({})));
      const size = interceptor?.multer?.limits?.fileSize;
      return typeof size === 'number' && Number.isFinite(size);
    });
}

interface Multer {
  readonly limits?: { readonly fileSize?: unknown };
}

/** Returns whether a pipe rejects a request without files. */
export function needsFile(args: readonly Argument[]): boolean {
  return args.some(({ kind, piped }) => KINDS.has(kind) && piped.required);
}

/**
 * Returns the property of a file field. With several fields, the handler receives an object of lists, and a
 * pipe rejects only an empty object.
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
