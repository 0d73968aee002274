import type { Constructor } from '../shared/types.js';
import { type Enhancer, isA, sourceOfMethod } from './enhancers.js';
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
  /\bnew\s+(?:\w+\.)?Observable\b|\b(?:of|from|defer|iif|lastValueFrom|firstValueFrom)\)?\(/;

/**
 * Returns whether the source of an interceptor shows that it returns what `handle()` returns, with operators
 * such as `tap` at most. Returns false for a source that it cannot read.
 */
function passesResultsOn(interceptor: Enhancer): boolean {
  const written = sourceOfMethod(interceptor, 'intercept');
  if (written === undefined) return false;
  const source = withoutObservable(withReturn(written));
  const [before = '', ...calls] = source.split('.handle()');
  if (calls.length === 0 || !/\breturn\s+\w+$/.test(before) || makesOthers(source)) return false;
  return calls.every((text, index) => {
    const isReturned = index === 0 || /\breturn\s+\w+$/.test(calls[index - 1] ?? '');
    return isReturned && (/^\s*[;}]/.test(text) || pipedOperators(text)?.every((name) => PASSING.has(name)));
  });
}

/** Returns whether a source may return another result, such as one that it awaits. */
function makesOthers(source: string): boolean {
  if (OTHER_RESULTS.test(source)) return true;
  return /\bawait\b/.test(source) && /\breturn\b(?!\s*(?:;|\w+\.handle\(\)|OBSERVABLE\())/.test(source);
}

/** Writes `(_, next) => next.handle()` as a function with `return`. */
function withReturn(source: string): string {
  const arrow = /^(?:async\s+)?(?:\([^()]*\)|\w+)\s*=>\s*(?=\w+\.handle\(\))/.exec(source)?.[0];
  return arrow === undefined ? source : `${arrow}{ return ${source.slice(arrow.length)}; }`;
}

/** Writes an Observable that only passes on what `handle()` sends, such as one that enters a context, plainer. */
function withoutObservable(source: string): string {
  const [made, observer] = /\bnew\s+(?:\w+\.)?Observable\(\(?(\w+)\)?\s*=>/.exec(source) ?? [];
  if (made === undefined || source.includes(`${observer}.`)) return source;
  const passed = new RegExp(String.raw`(?:\breturn\s+)?(\w+\.handle\(\))\.subscribe\(${observer}\)`, 'g');
  return source.replace(made, 'OBSERVABLE(() =>').replaceAll(passed, 'return $1;');
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
