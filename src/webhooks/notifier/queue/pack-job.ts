import { decodeBase64, encodeBytes, isBytes } from '../../../shared/bytes.js';
import { ConfigError, DtospecError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import type { Writable } from '../../../shared/types.js';
import type { Job } from '../engine.js';

const VERSION = 1;

const BYTES = '$bytes';

/**
 * Returns a job as text, for an engine that stores it: JSON, with bytes as `{ "$bytes": "<base64>" }`.
 * @experimental
 * @throws ConfigError if the payload is not plain data
 */
export function packJob(job: Job): string {
  return JSON.stringify({
    v: VERSION,
    ...job,
    payload: pack(job.payload, {
      at: 'payload',
      channel: job.channel,
    }),
  });
}

/**
 * The text is of a later version of dtospec, so another
 * process can read it, for example during a rolling deploy.
 */
export class LaterFormatError extends DtospecError {
  override readonly name = 'LaterFormatError';
  readonly code = 'ERR_LATER_FORMAT';
}

/**
 * Returns the job that `packJob` wrote.
 * @experimental
 * @throws LaterFormatError for a later version of the format, and Error for other text
 */
export function unpackJob(text: string): Job {
  const { v, ...job } = JSON.parse(text) as Writable<Partial<Job>> & { readonly v?: unknown };
  if (typeof v === 'number' && v > VERSION)
    throw new LaterFormatError(
      `its format is ${v}, and this version of dtospec reads ${VERSION}: update dtospec`,
    );
  if (v !== VERSION) throw new Error(`its format is ${show(v)}, and dtospec writes ${VERSION}`);
  if ([job.id, job.messageId, job.channel, job.group].some((part) => typeof part !== 'string'))
    throw new Error('it lacks the id, the message id, the channel or the group of a delivery');
  job.payload = unpack(job.payload);
  return job as Job;
}

interface Place {
  /** Path in the job, such as `payload.headers[0]`. */
  readonly at: string;
  readonly channel: string;
}

function pack(value: unknown, place: Place): unknown {
  if (value === undefined || value === null || isScalar(value)) return value;
  if (isBytes(value)) return { [BYTES]: encodeBytes(value, 'base64') };
  if (Array.isArray(value))
    return value.map((item, index) => pack(item, { ...place, at: `${place.at}[${index}]` }));
  if (isPlain(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, pack(item, { ...place, at: `${place.at}.${key}` })]),
    );
  throw new ConfigError(
    `The channel "${place.channel}" prepared ${show(value)} in ${place.at}, which a durable engine cannot store. ` +
      'prepare() must return plain objects, arrays, strings, finite numbers, booleans, null and Uint8Arrays.',
  );
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || BYTES in value) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || prototype === Object.prototype;
}

/** Restores bytes in place. A reviver of `JSON.parse` would take several times as long. */
function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isPackedBytes(value)) return unpackBytes(value);
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const unpacked = unpack(member);
    if (unpacked !== member) members[key] = unpacked;
  }
  return value;
}

function isPackedBytes(value: unknown): value is { [BYTES]: string } {
  return typeof value === 'object' && value !== null && BYTES in value;
}

/** Returns a Uint8Array over the bytes of the Buffer, without a copy. */
function unpackBytes(value: { [BYTES]: string }): Uint8Array {
  const { buffer, byteOffset, length } = decodeBase64(value[BYTES]);
  return new Uint8Array(buffer, byteOffset, length);
}
