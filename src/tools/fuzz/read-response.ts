import { decodePercent, isRecord, sameJson } from 'dtospec/internal';
import { headerOf, targetOf, textOf, type ResponseMessage } from '../exchanges/message.js';
import type { OperationTable } from '../exchanges/operations.js';
import type { JudgedCase } from './judge/judge-case.js';
import type { RequestCase } from './write/request.js';
import type { Fault } from './judge/judge-outcome.js';
import { WRAPPERS } from './known-values.js';
import { BODY } from './operations.js';
import type { WrittenRequest } from './write/request.js';

export type ReadCode = 'created-not-found' | 'change-lost' | 'use-after-delete';

export type Member = readonly [name: string, value: unknown];

function objectsIn({ body }: ResponseMessage): Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(textOf(body) ?? '');
    const all = isRecord(value) ? [value, ...[...WRAPPERS].map((key) => value[key])] : [];
    return all.filter(isRecord);
  } catch {
    return [];
  }
}

function idIn(response: ResponseMessage, name: string): unknown {
  const ids = objectsIn(response).flatMap((object) => [object[name], object.id]);
  return ids.find((id) => typeof id === 'string' || typeof id === 'number');
}

export function confirmedMembers({ values }: RequestCase, response: ResponseMessage): Member[] {
  const sent = values.get(BODY);
  if (!isRecord(sent)) return [];
  const shown = objectsIn(response);
  return Object.entries(sent).filter(([name, value]) =>
    shown.some((object) => sameJson(object[name], value)),
  );
}

function lostMember(confirmed: readonly Member[], response: ResponseMessage): string | undefined {
  const shown = objectsIn(response);
  const isLost = ([name, value]: Member): boolean => {
    const holder = shown.find((object) => name in object);
    return holder !== undefined && typeof holder[name] === typeof value && !sameJson(holder[name], value);
  };
  return confirmed.find(isLost)?.[0];
}

export type FollowUpFault = Pick<Fault, 'code' | 'rule' | 'message'> &
  Partial<Pick<Fault, 'place' | 'pointer'>>;

export function readFault(
  response: ResponseMessage,
  code: ReadCode,
  why: string,
  confirmed: readonly Member[],
): FollowUpFault | undefined {
  const { status } = response;
  const isFault = code === 'use-after-delete' ? status < 300 : status === 404 || status === 410;
  if (isFault) return { code, rule: '', message: `A request is answered with ${status} after ${why}.` };
  const lost = status === 200 ? lostMember(confirmed, response) : undefined;
  if (lost === undefined) return undefined;
  return { code: 'change-lost', rule: '', message: `${lost} has another value after ${why}.` };
}

export function faultOfMethod(
  method: string,
  { status, headers }: ResponseMessage,
  documented: readonly string[],
): string | undefined {
  if (status < 300)
    return `is answered with ${status}, though the document has only ${[...new Set(documented)].join(', ')}`;
  const allow = headerOf(headers, 'allow');
  // RFC 9110, 15.5.6: "The origin server MUST generate an Allow header field in a 405 response".
  if (status === 405 && allow === undefined) return 'is answered with 405 without the header Allow';
  if (status === 405 && allow?.split(/\s*,\s*/).includes(method) === true)
    return 'is answered with 405, and listed in the header Allow';
  return status >= 500 && status !== 501 ? `is answered with ${status}` : undefined;
}

/**
 * Returns the request with a change that the document does
 * not describe. No ids are learned from its response.
 */
export function probeOf(judged: JudgedCase, written: Partial<WrittenRequest>): JudgedCase {
  return {
    ...judged,
    written: { ...judged.written, ...written },
    requestCase: { ...judged.requestCase, values: new Map(), isExact: true },
  };
}

interface Created {
  /**
   * The path of the operation that reads the created object,
   * and its parameters; undefined if they are unknown.
   */
  readonly path: string;
  readonly values: ReadonlyMap<string, unknown> | undefined;
  /** A Location that matches no documented path, although the document has a path for the resource. */
  readonly stray: string | undefined;
}

export function createdAt(
  path: string,
  values: ReadonlyMap<string, unknown>,
  response: ResponseMessage,
  operations: OperationTable,
): Created {
  const header = headerOf(response.headers, 'location');
  const [location = ''] = targetOf(header ?? '').split('?', 1);
  const located = operations.find('GET', location);
  const matchers = [...(located?.matches ?? []), ...(located?.proxied ?? [])];
  const parameters = matchers.map((match) => match(location)).find((values) => values !== undefined) ?? [];
  if (located !== undefined && parameters.length > 0) {
    const read = parameters.map(([key, text]) => [`path parameter ${key}`, decodePercent(text)] as const);
    return { path: located.path, values: new Map(read), stray: undefined };
  }
  const below = operations.operations.find(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${path}/{`) &&
      /^\/\{[^/]*\}$/.test(one.path.slice(path.length)),
  );
  const name = below?.path.slice(path.length + 2, -1) ?? '';
  const id = idIn(response, name);
  return {
    path: below?.path ?? '',
    values: id === undefined ? undefined : new Map([...values, [`path parameter ${name}`, id]]),
    stray: located === undefined && below !== undefined ? header : undefined,
  };
}
