import { sameJson } from '../../../documents/json-schema/values.js';
import { pointerOf, type Fault } from './judge-outcome.js';
import type { RequestCase, Variation } from '../request-case.js';
import { isValid, type JudgedCase } from './judge-case.js';
import type { FuzzCode } from '../types.js';
import { changedPath, valueAt } from '../values/json-path.js';

export interface FailedCase {
  readonly judged: JudgedCase;
  readonly fault: Fault;
}

/** Faults of the whole service, which do not depend on a place in the request. */
export const OF_SERVICE: ReadonlySet<FuzzCode> = new Set([
  'server-error',
  'valid-refused',
  'connection-broken',
  'timeout',
]);

/** Returns the place of a fault. In a shrunk request it may differ from the varied place. */
export function placedBeside(plainest: RequestCase, failed: FailedCase): FailedCase {
  const { judged, fault } = failed;
  if (!isOfService(failed)) return failed;
  const varied = variationOf(plainest, judged.given);
  const place = varied.key === '' ? 'request' : varied.key;
  return {
    judged: { ...judged, given: { ...judged.given, varied } },
    fault: { ...fault, place, pointer: pointerOf(varied.path) },
  };
}

export function isPlain(failed: FailedCase): boolean {
  return isOfService(failed) && failed.judged.given.varied.key === '';
}

export function isOfService({ judged, fault }: FailedCase): boolean {
  return isValid(judged) && OF_SERVICE.has(fault.code);
}

function variationOf(plainest: RequestCase, given: RequestCase): Variation {
  const keys = [...new Set([...plainest.values.keys(), ...given.values.keys()])];
  const [key, ...more] = keys.filter((one) => !sameJson(plainest.values.get(one), given.values.get(one)));
  if (key === undefined) return { key: '', path: [] };
  if (more.length > 0) return { key: 'request', path: [] };
  return { key, path: changedPath(plainest.values.get(key), given.values.get(key)) };
}

export function kindOf({ code, status }: Fault): string {
  return `${code} ${String(status)}`;
}

export function causeOf(failed: FailedCase): string {
  const { judged, fault } = failed;
  if (!isOfService(failed)) return fault.key;
  const { key, path } = judged.given.varied;
  // What an item does, its list does.
  const own = path.slice(0, path.findLastIndex((one) => typeof one === 'string') + 1);
  const place = pointerOf(own.map((one) => (typeof one === 'number' ? '*' : one)));
  return [kindOf(fault), key, place, kindOfValue(valueAt(judged.given.values.get(key), own))].join(' ');
}

function kindOfValue(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'string') return /^[ -~]*$/.test(value) ? 'text' : 'characters beyond ASCII';
  if (typeof value === 'number')
    return `${Math.sign(value)} ${Number.isInteger(value) ? 'whole' : 'fraction'}`;
  return Array.isArray(value) ? `array ${Math.min(value.length, 1)}` : value === null ? 'null' : typeof value;
}
