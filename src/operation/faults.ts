import type { ValidationError } from 'class-validator';
import { escapeKey } from '../base/json-pointer.js';
import type { Constructor } from '../base/types.js';

/** One fault of a value: the way to it, by the names on the wire, and what is wrong. */
export interface Fault {
  readonly path: readonly string[];
  readonly detail: string;
  readonly rule?: string;
}

/** The name on the wire of a property of a class. */
export type WireName = (target: Constructor, key: string) => string;

/** Every rule that was broken, outer ones first. */
export function faultsOf(
  errors: readonly ValidationError[],
  wireName: WireName,
  above: readonly string[] = [],
): Fault[] {
  return errors.flatMap((error) => {
    const { target, constraints = {}, children = [] } = error;
    const key = error.property as string | undefined;
    const path = key === undefined ? above : [...above, nameOf(target, key, wireName)];
    const own = Object.entries(constraints).map(([rule, detail]): Fault => ({ path, detail, rule }));
    return [...own, ...faultsOf(children, wireName, path)];
  });
}

function nameOf(target: object | undefined, key: string, wireName: WireName): string {
  const owner = target?.constructor;
  if (owner === undefined || owner === Object || owner === Array || owner === Map || owner === Set)
    return key;
  return wireName(owner as unknown as Constructor, key);
}

/** A JSON Pointer in a URI fragment (RFC 6901, 6). */
export function pointerTo(path: readonly string[]): string {
  return `#${path.map((key) => `/${encodeURIComponent(escapeKey(key))}`).join('')}`;
}

export function inside(key: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [key, ...fault.path] }));
}
