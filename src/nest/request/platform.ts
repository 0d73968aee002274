import type { Platform } from '../nest-internals.js';
import { type Rejection, rejectionWith } from '../error-responses.js';

/**
 * Returns how the platform rejects bodies before a pipe runs: malformed ones, those longer than its limit, and those of
 * an unsupported media type, charset or encoding. Interceptors read uploads instead of its parsers on Express.
 */
export function bodyRejections({ platform }: Platform, isUpload: boolean): Rejection[] {
  const statuses = isUpload && platform === 'express' ? [400] : [400, 413, 415];
  return statuses.map(rejectionWith);
}
