import type { ValidationError } from 'class-validator';
import { inheritedTypeOf } from '../../../../decorators/registered-types.js';
import type { Constructor } from '../../../shared/types.js';
import type { ParsedKeysOf } from './class-rules.js';
import { KINDS } from './metadata.js';

// class-validator itself validates objects with asynchronous rules, and it knows no registered types:
// `whitelist` removes their members without a rule, and also the members of an instance with @ValidateNested.

/**
 * Returns a function that gives objects back what `whitelist`
 * removes from them. Call it when all rules have started.
 */
export function keepParsed(object: object, parsedKeysOf: ParsedKeysOf): () => void {
  const kept: (readonly [object: object, members: PropertyDescriptorMap])[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (seen.has(value)) return;
    seen.add(value);
    const all = Object.getOwnPropertyDescriptors(value);
    if (isParsed(value)) {
      kept.push([value, all]);
      return;
    }
    const keys = parsedKeysOf(value.constructor as Constructor);
    const parsed = Object.entries(all).filter(([key]) => keys.has(key));
    if (parsed.length > 0) kept.push([value, Object.fromEntries(parsed)]);
    const items = value instanceof Set || value instanceof Map ? value.values() : Object.values(value);
    for (const item of items as Iterable<unknown>) visit(item);
  };
  visit(object);
  return () => {
    for (const [object, members] of kept)
      for (const [key, descriptor] of Object.entries(members))
        if (!Object.hasOwn(object, key)) Object.defineProperty(object, key, descriptor);
  };
}

function isParsed({ constructor }: object): boolean {
  return typeof constructor === 'function' && inheritedTypeOf(constructor) !== undefined;
}

/**
 * Returns whether an error is about an object or a member
 * that needs no rule, since a registered type has parsed it.
 */
export function isAboutParsed(
  { target, property, constraints }: ValidationError,
  parsedKeysOf: ParsedKeysOf,
): boolean {
  if (target === undefined) return false;
  if (isParsed(target)) return true;
  const keys = parsedKeysOf(target.constructor as Constructor);
  if (keys.size === 0) return false;
  const names = Object.keys(constraints ?? {}).join();
  return names === UNKNOWN_VALUE || (names === KINDS.whitelist && keys.has(property));
}

const UNKNOWN_VALUE = 'unknownValue';
