import { recogniseAcrossCopies } from '../shared/across-copies.js';
import { DtospecError } from '../shared/errors.js';
import { kindOf } from '../shared/values.js';
import type { Location } from './source.js';

/** Invalid path to mount the docs at. */
export class BasePathError extends DtospecError {
  override readonly name = 'BasePathError';
  readonly code = 'ERR_BASE_PATH';

  constructor(given: unknown) {
    super(
      typeof given === 'string'
        ? `The base path ${JSON.stringify(given)} never matches a request: remove queries, fragments and spaces, and percent-encode characters outside ASCII, as in '/docs'.`
        : `The docs need a base path, a string such as '/docs', not ${kindOf(given)}.`,
    );
  }
}

/**
 * Returns the base as request paths begin with it: a leading slash and no trailing one; the root is empty.
 * @throws BasePathError for a value that is not a string, or that no request path (RFC 3986, 3.3) can begin with
 */
export function normalizeBase(base: string): string {
  const given: unknown = base;
  if (typeof given !== 'string' || /[^!-~]|[?#]/.test(given)) throw new BasePathError(given);
  const inner = base.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

/** Splits a path at the base that it lies below, or gives undefined. */
export function splitAtBase(pathname: string, base: string): Location | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const path = pathname.slice(base.length);
  return path === '' || path.startsWith('/') ? { base, path } : undefined;
}

recogniseAcrossCopies({ BasePathError });
