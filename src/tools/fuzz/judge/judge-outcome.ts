import { below, decodePercent, sameJson } from 'dtospec/internal';
import { textOf, type ResponseMessage } from '../../exchanges/message.js';
import type { ExchangeChecker } from '../../exchanges/check-exchange.js';
import type { Mismatch } from '../../exchanges/mismatch.js';
import { isValid, type JudgedCase } from './judge-case.js';
import type { RequestCase, Variation } from '../write/request.js';
import type { Outcome } from '../send.js';
import type { FuzzCode, FuzzFinding } from '../types.js';
import { changedPath, valueAt } from '../values/json-path.js';

export interface Fault extends Pick<
  FuzzFinding,
  'code' | 'status' | 'place' | 'pointer' | 'rule' | 'message' | 'documented'
> {
  /** Equal for faults with the same cause. */
  readonly key: string;
}

/**
 * Statuses that show no fault: they depend on the service's data, the client or the number of requests (RFC
 * 9110, 15.5; RFC 6585).
 */
const INCONCLUSIVE: ReadonlySet<number> = new Set([401, 402, 403, 404, 409, 410, 412, 423, 428, 429, 451]);

export function isInconclusive(status: number, more: readonly number[]): boolean {
  return INCONCLUSIVE.has(status) || more.includes(status);
}

export interface AnswerContext {
  readonly answers: ExchangeChecker;
  readonly inconclusive: readonly number[];
}

export interface Exchanged {
  readonly judged: JudgedCase;
  readonly outcome: Outcome;
}

export function judgeOutcome(
  judged: JudgedCase,
  outcome: Outcome,
  { answers, inconclusive }: AnswerContext,
): readonly Fault[] {
  if (outcome.kind === 'timeout') return [faultOf(judged, 'timeout', undefined, 'was not answered in time')];
  if (outcome.kind === 'broken')
    return [faultOf(judged, 'connection-broken', undefined, `was not answered: ${outcome.reason}`)];
  const { response } = outcome;
  const { status } = response;
  const about = statusFault(judged, response, inconclusive);
  const faults = [about, secretFault(judged, response)].filter((fault) => fault !== undefined);
  // The status of a defect is sufficient, and its response often repeats the fault of the request.
  if (about !== undefined && about.code !== 'valid-refused') return faults;
  // A router does not match every invalid path: Fastify matches
  // no parameter of more than 100 characters (404 or 414).
  if (
    (status === 404 || status === 414) &&
    judged.mismatches.some(({ place }) => place.startsWith('path parameter '))
  )
    return faults;
  const { mismatches } = answers.check({ request: judged.written.message, response });
  return [...faults, ...mismatches.map((mismatch) => undocumented(mismatch, status))];
}

/** Returns the faults that may come from a single value of the request. */
export function faultsOfService(
  judged: JudgedCase,
  outcome: Outcome,
  context: AnswerContext,
): readonly Fault[] {
  const codes: readonly FuzzCode[] = ['server-error', 'valid-refused'];
  return judgeOutcome(judged, outcome, context).filter(({ code }) => codes.includes(code));
}

function secretFault(judged: JudgedCase, { status, body }: ResponseMessage): Fault | undefined {
  const [url] =
    /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/i.exec(textOf(body) ?? '') ?? [];
  const { target, body: sent } = judged.written;
  if (
    status < 400 ||
    url === undefined ||
    sent?.includes(url) === true ||
    decodePercent(target).includes(url)
  )
    return undefined;
  const { pointer: documented } = judged.target.documented;
  return {
    code: 'secret-shown',
    status,
    place: 'response body',
    pointer: '#',
    rule: '',
    documented,
    message: `An error with ${status} shows a URL with a password.`,
    key: `secret-shown ${status}`,
  };
}

function statusFault(
  judged: JudgedCase,
  { status, body }: ResponseMessage,
  inconclusive: readonly number[],
): Fault | undefined {
  if (status >= 500) return faultOf(judged, 'server-error', status, `is answered with ${status}`);
  if (!isValid(judged))
    return status >= 200 && status < 300
      ? faultOf(judged, 'invalid-accepted', status, `is accepted with ${status}`)
      : undefined;
  if (status < 400 || isInconclusive(status, inconclusive) || !judged.isCertain) return undefined;
  if (status === 400 && isPoisoned(judged)) return undefined;
  return faultOf(judged, 'valid-refused', status, `is refused with ${status}${placesIn(textOf(body))}`);
}

/** Returns whether the body has members that Fastify's parser rejects, to protect prototypes. */
function isPoisoned({ written: { body } }: JudgedCase): boolean {
  return body !== undefined && /"(?:__proto__|constructor)"\s*:/.test(body.toString());
}

/**
 * Returns the places and rules that problem details name, without values: those of operations have `errors`.
 */
function placesIn(text = ''): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly Readonly<Record<string, unknown>>[] };
    const places = errors?.slice(0, 3).map(({ in: location, pointer, rule }) => {
      const place = [location, pointer].filter((part) => typeof part === 'string').join(' ');
      return typeof rule === 'string' ? `${place} (${rule})` : place;
    });
    return places?.some((place) => place !== '') ? `, because of ${places.join(', ')}` : '';
  } catch {
    return '';
  }
}

function faultOf(judged: JudgedCase, code: FuzzCode, status: number | undefined, what: string): Fault {
  const [mismatch] = judged.mismatches;
  const { key, path } = judged.requestCase.varied;
  const place = mismatch?.place ?? (key === '' ? 'request' : key);
  const pointer = mismatch?.pointer ?? pointerOf(path);
  const rule = mismatch?.rule ?? '';
  const request = mismatch === undefined ? 'A request that the document accepts' : 'A request';
  const message = `${request} ${what}${mismatch === undefined ? '.' : `, though it is not as documented: ${mismatch.message}`}`;
  return {
    code,
    status,
    place,
    pointer,
    rule,
    message,
    documented: mismatch?.documented ?? judged.target.documented.pointer,
    key: [code, status, place, ofItems(pointer), rule].join(' '),
  };
}

function undocumented({ code, place, pointer, rule, message, documented }: Mismatch, status: number): Fault {
  return {
    code: 'answer-undocumented',
    status,
    place,
    pointer,
    rule,
    documented,
    message:
      code === 'status-undocumented' ? message : `An answer with ${status} is not as documented: ${message}`,
    key: ['answer-undocumented', code, status, place, ofItems(pointer), rule].join(' '),
  };
}

function ofItems(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

export function pointerOf(path: readonly (string | number)[]): string {
  return below('#', ...path);
}

export interface FailedCase {
  readonly judged: JudgedCase;
  readonly fault: Fault;
}

export const OF_SERVICE: ReadonlySet<FuzzCode> = new Set([
  'server-error',
  'valid-refused',
  'connection-broken',
  'timeout',
]);

export function placedBeside(plainest: RequestCase, failed: FailedCase): FailedCase {
  const { judged, fault } = failed;
  if (!isOfService(failed)) return failed;
  const varied = variationOf(plainest, judged.requestCase);
  const place = varied.key === '' ? 'request' : varied.key;
  return {
    judged: { ...judged, requestCase: { ...judged.requestCase, varied } },
    fault: { ...fault, place, pointer: pointerOf(varied.path) },
  };
}

export function isPlain(failed: FailedCase): boolean {
  return isOfService(failed) && failed.judged.requestCase.varied.key === '';
}

export function isOfService({ judged, fault }: FailedCase): boolean {
  return isValid(judged) && OF_SERVICE.has(fault.code);
}

function variationOf(plainest: RequestCase, requestCase: RequestCase): Variation {
  const keys = [...new Set([...plainest.values.keys(), ...requestCase.values.keys()])];
  const [key, ...more] = keys.filter(
    (key) => !sameJson(plainest.values.get(key), requestCase.values.get(key)),
  );
  if (key === undefined) return { key: '', path: [] };
  if (more.length > 0) return { key: 'request', path: [] };
  return { key, path: changedPath(plainest.values.get(key), requestCase.values.get(key)) };
}

export function kindOf({ code, status }: Fault): string {
  return `${code} ${String(status)}`;
}

export function causeOf(failed: FailedCase): string {
  const { judged, fault } = failed;
  if (!isOfService(failed)) return fault.key;
  const { key, path } = judged.requestCase.varied;
  // A fault of an item is counted as a fault of its list.
  const own = path.slice(0, path.findLastIndex((step) => typeof step === 'string') + 1);
  const place = pointerOf(own.map((step) => (typeof step === 'number' ? '*' : step)));
  return [kindOf(fault), key, place, kindOfValue(valueAt(judged.requestCase.values.get(key), own))].join(' ');
}

function kindOfValue(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'string') return /^[ -~]*$/.test(value) ? 'text' : 'characters beyond ASCII';
  if (typeof value === 'number')
    return `${Math.sign(value)} ${Number.isInteger(value) ? 'whole' : 'fraction'}`;
  if (Array.isArray(value)) return `array ${Math.min(value.length, 1)}`;
  return value === null ? 'null' : typeof value;
}
