import type { ExchangeChecker } from '../../exchanges/check-exchange.js';
import { sameJson } from 'dtospec/internal';
import { type FuzzTarget, type Input, inputsOf } from '../operations.js';
import type { SchemaValues } from '../values/schema-values.js';
import { lastName, valueAt } from '../values/json-path.js';
import { type RequestCase, writeRequest, type WrittenRequest } from '../write/request.js';
import type { Mismatch } from '../../exchanges/mismatch.js';

type Header = readonly [name: string, value: string];

export interface CaseContext {
  readonly checker: ExchangeChecker;
  readonly values: SchemaValues;
  readonly headers: readonly Header[];
  readonly suggest: (path: string, name: string) => readonly unknown[];
}

/**
 * Writes a request, and checks whether the document accepts it. Returns undefined if it cannot be written, or
 * if two validators disagree.
 */
export function judgeCase(
  target: FuzzTarget,
  requestCase: RequestCase,
  context: CaseContext,
): JudgedCase | undefined {
  const { checker, values, headers } = context;
  const written = writeRequest(target, requestCase, headers);
  if (written === undefined) return undefined;
  const { operation, mismatches } = checker.checkRequest(written.message);
  // A path parameter may have produced the path of another operation.
  if (operation !== target.documented.name) return undefined;
  if (mismatches.some(({ code }) => code === 'parameter-undocumented')) return undefined;
  if (isLenient(target, requestCase, values)) return undefined;
  if (mismatches.length > 0) return { target, requestCase, written, mismatches, isCertain: true };
  const inputs = inputsOf(target, requestCase.content).filter(({ key }) => requestCase.values.has(key));
  const valueOf = ({ key }: Input): unknown => requestCase.values.get(key);
  if (!inputs.every((input) => values.accepts(input.node, valueOf(input), input.isText))) return undefined;
  const isCertain = inputs.every(
    (input) =>
      values.isCertain(input.node, valueOf(input)) && mayExist(input, valueOf(input), target, context),
  );
  return { target, requestCase, written, mismatches, isCertain };
}

/** Returns whether a service may read a number that JSON would not write so: `1e3`, `+5`, `%205`. */
function isLenient({ parameters }: FuzzTarget, requestCase: RequestCase, values: SchemaValues): boolean {
  const numberOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(numberOf);
    return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;
  };
  return parameters.some(({ key, node }) => {
    const value = requestCase.values.get(key);
    // A list of one item is written like the item.
    const read = Array.isArray(value) && value.length === 1 ? [value, value[0] as unknown] : [value];
    return read.some((candidate) => {
      const number = numberOf(candidate);
      return !sameJson(number, candidate) && values.accepts(node, number, false);
    });
  });
}

function mayExist(
  { node, name }: Input,
  value: unknown,
  { documented: { path } }: FuzzTarget,
  { values, suggest }: CaseContext,
): boolean {
  return values.placesOf(node, value).every((place) => {
    const there = valueAt(value, place.path);
    if (typeof there === 'object' && there !== null) return true;
    const known = suggest(path, lastName([name, ...place.path]));
    return known.length === 0 || known.includes(there);
  });
}

export interface JudgedCase {
  readonly target: FuzzTarget;
  readonly requestCase: RequestCase;
  /** The request as it is sent. */
  readonly written: WrittenRequest;
  /** Parts of the request that the document does not allow; none for a valid request. */
  readonly mismatches: readonly Mismatch[];
  /** True if a rejection contradicts the document. False for formats that dtospec cannot check. */
  readonly isCertain: boolean;
}

export function isValid({ mismatches }: JudgedCase): boolean {
  return mismatches.length === 0;
}
