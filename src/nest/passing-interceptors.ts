import type { Constructor } from '../shared/types.js';
import { type Enhancer, isA } from './enhancers.js';
import { nestClass } from './nest-internals.js';
import { isUploader } from './request/upload-fields.js';

/** Returns whether an interceptor may change the result of a handler. A serializer is read elsewhere. */
export function mayChangeResults(interceptor: Enhancer): boolean {
  if (isA(interceptor, nestClass('ClassSerializerInterceptor'))) return false;
  if (isUploader(interceptor) || isCache(interceptor.type)) return false;
  return !passesResultsOn(interceptor);
}

/**
 * Returns whether a class is CacheInterceptor of @nestjs/cache-manager, which sends an earlier result again.
 */
function isCache(type: Constructor | undefined): boolean {
  const { prototype } = type ?? {};
  const isOwn = type?.name === 'CacheInterceptor' && 'trackBy' in Object(prototype);
  const parent: unknown = type === undefined ? null : Object.getPrototypeOf(type);
  return (
    isOwn || (typeof parent === 'function' && parent !== Function.prototype && isCache(parent as Constructor))
  );
}

/** Operators of rxjs that pass each result on unchanged. */
const PASSING: ReadonlySet<string> = new Set([
  'tap',
  'finalize',
  'timeout',
  'catchError',
  'retry',
  'delay',
  'share',
  'takeUntil',
]);

/** Other ways to make a result. */
const OTHER_RESULTS =
  /\bawait\b|\bnew\s+Observable\b|\b(?:of|from|defer|iif|lastValueFrom|firstValueFrom)\)?\(/;

/**
 * Returns whether the source of an interceptor shows that it returns what `handle()` returns, with operators
 * such as `tap` at most. Returns false for a source that it cannot read.
 */
function passesResultsOn({ type }: Enhancer): boolean {
  const intercept: unknown = (type?.prototype as { readonly intercept?: unknown } | undefined)?.intercept;
  if (typeof intercept !== 'function') return false;
  const source = String(intercept);
  const [before = '', ...calls] = source.split('.handle()');
  if (calls.length === 0 || !/\breturn\s+\w+$/.test(before) || OTHER_RESULTS.test(source)) return false;
  return calls.every((text, index) => {
    const isReturned = index === 0 || /\breturn\s+\w+$/.test(calls[index - 1] ?? '');
    return isReturned && (/^\s*[;}]/.test(text) || pipedOperators(text)?.every((name) => PASSING.has(name)));
  });
}

/**
 * Returns the names of the operators in `.pipe(…);` at the start of a text, or undefined for another text.
 */
function pipedOperators(text: string): string[] | undefined {
  const opening = /^\s*\.pipe\(/.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const names: string[] = [];
  let depth = 1;
  let start = opening.length;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    const isEnd = depth === 0;
    if (!isEnd && !(depth === 1 && character === ',')) continue;
    const operator = text.slice(start, at);
    // Compilers write `(0, operators_1.tap)(…)` for `tap(…)`.
    if (operator.trim() !== '')
      names.push(/^\s*(?:\(0,\s*)?(?:[\w$]+\.)?(\w+)\)?\(/.exec(operator)?.[1] ?? '');
    start = at + 1;
    if (isEnd) return /^\s*[;}]/.test(text.slice(start)) ? names : undefined;
  }
  return undefined;
}
