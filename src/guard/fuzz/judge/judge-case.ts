import type { ExchangeChecker } from '../../exchanges/check-exchange.js';
import type { Node } from '../../diff/schema/translate.js';
import { sameJson } from '../../../documents/json-schema/values.js';
import { BODY, type FuzzTarget } from '../operations.js';
import type { SchemaValues } from '../values/schema-values.js';
import { nameOf, valueAt } from '../values/json-path.js';
import { type RequestCase, writeRequest, type WrittenRequest } from '../write/request.js';
import type { Mismatch } from '../../exchanges/mismatch.js';

type Header = readonly [name: string, value: string];

export interface CaseContext {
  readonly checker: ExchangeChecker;
  readonly values: SchemaValues;
  readonly basePath: string;
  readonly headers: readonly Header[];
  readonly suggest: (path: string, name: string) => readonly unknown[];
}

/**
 * Writes a request, and checks whether the document accepts it. Returns undefined if it cannot be written, or if two
 * validators disagree.
 */
export function judgeCase(
  target: FuzzTarget,
  given: RequestCase,
  context: CaseContext,
): JudgedCase | undefined {
  const { checker, values, basePath, headers } = context;
  const written = writeRequest(target, given, basePath, headers);
  if (written === undefined) return undefined;
  const { operation, mismatches } = checker.checkRequest(written.message);
  // A path parameter may have produced the path of another operation.
  if (operation !== target.documented.name) return undefined;
  if (mismatches.some(({ code }) => code === 'parameter-undocumented')) return undefined;
  if (isLenient(target, given, values)) return undefined;
  if (mismatches.length > 0) return { target, given, written, mismatches, isCertain: true };
  const parts = partsOf(target, given);
  if (!parts.every(([node, value, isText]) => values.accepts(node, value, isText))) return undefined;
  const isCertain = parts.every(
    ([node, value, , name]) => values.isCertain(node, value) && mayExist(node, value, name, target, context),
  );
  return { target, given, written, mismatches, isCertain };
}

/** Returns whether a service may read a number that JSON would not write so: `1e3`, `+5`, `%205`. */
function isLenient({ parameters }: FuzzTarget, given: RequestCase, values: SchemaValues): boolean {
  const numberOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(numberOf);
    return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;
  };
  return parameters.some(({ key, node }) => {
    const value = given.values.get(key);
    // A list of one item is written like the item.
    const read = Array.isArray(value) && value.length === 1 ? [value, value[0] as unknown] : [value];
    return read.some((one) => {
      const number = numberOf(one);
      return !sameJson(number, one) && values.accepts(node, number, false);
    });
  });
}

function mayExist(
  node: Node,
  value: unknown,
  name: string,
  { documented: { path } }: FuzzTarget,
  { values, suggest }: CaseContext,
): boolean {
  return values.placesOf(node, value).every((place) => {
    const there = valueAt(value, place.path);
    if (typeof there === 'object' && there !== null) return true;
    const known = suggest(path, nameOf([name, ...place.path]));
    return known.length === 0 || known.includes(there);
  });
}

type Part = readonly [node: Node, value: unknown, isText: boolean, name: string];

function partsOf({ parameters }: FuzzTarget, { values, content }: RequestCase): Part[] {
  const written = parameters
    .filter(({ key }) => values.has(key))
    .map(({ key, node, contentType, name }): Part => [
      node,
      values.get(key),
      contentType === undefined,
      name,
    ]);
  return values.has(BODY) && content !== undefined
    ? [...written, [content.node, values.get(BODY), false, '']]
    : written;
}

export interface JudgedCase {
  readonly target: FuzzTarget;
  readonly given: RequestCase;
  readonly written: WrittenRequest;
  readonly mismatches: readonly Mismatch[];
  /** True if a rejection contradicts the document. False for formats that dtospec cannot check. */
  readonly isCertain: boolean;
}

export function isValid({ mismatches }: JudgedCase): boolean {
  return mismatches.length === 0;
}
