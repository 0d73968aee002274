import type { ValidationError } from 'class-validator';
import { newRun, type Run } from '../../../documents/json-schema/checker/assertion.js';
import { DEEPEST, type ValueLimits } from '../value-limits.js';

/** Ends a walk over a value that may exceed the limits. */
export class Excess extends Error {}

/** Ends a walk at a function of the application that throws, such as that of `@Transform`. */
export class Thrown extends Error {
  /** The names and indexes that lead to the member. */
  readonly path: string[] = [];
}

/** Returns the error of a walk for what a member throws. */
export function thrownAt(name: string, cause: unknown): Error {
  if (cause instanceof Excess) return cause;
  const thrown = cause instanceof Thrown ? cause : new Thrown('', { cause });
  thrown.path.unshift(name);
  return thrown;
}

/** One walk over a value. */
export class WalkRun {
  /** True if the schema refuses a part of the value that is no documented member of an object. */
  isRefused = false;
  /** The members that the schema refuses, by the instances that have them. */
  #refused: Map<object, string | Set<string>> | undefined;
  /** True if the value has an undocumented member that the schema accepts. */
  hasUnknown = false;
  readonly #limits: ValueLimits | undefined;
  #left: number;
  depth = 0;
  #check: Run | undefined;

  /** @param files the files of a form, which its instance gets */
  constructor(
    limits: ValueLimits | undefined,
    readonly files?: ReadonlyMap<string, unknown>,
  ) {
    this.#limits = limits;
    this.#left = limits?.maxValues ?? Infinity;
  }

  /** The state of checks by schemas. */
  get check(): Run {
    return (this.#check ??= newRun());
  }

  refuse(instance: object, key: string): void {
    this.#refused ??= new Map();
    const keys = this.#refused.get(instance);
    if (typeof keys === 'object') keys.add(key);
    else this.#refused.set(instance, keys === undefined ? key : new Set([keys, key]));
  }

  /**
   * Returns a result, and whether the schema refuses something that was walked for it. The run forgets this:
   * the caller decides about the value as a whole.
   */
  watch<T>(walk: () => T): { readonly result: T; readonly isRefused: boolean } {
    const [wasRefused, refused] = [this.isRefused, this.#refused];
    this.isRefused = false;
    this.#refused = undefined;
    const result = walk();
    const isRefused = this.hasSchemaFaults;
    this.isRefused = wasRefused;
    this.#refused = refused;
    return { result, isRefused };
  }

  /** Removes the members that class-validator refuses, too: only its messages are reported. */
  cover(errors: readonly ValidationError[]): void {
    if (this.#refused === undefined) return;
    for (const { target, property, constraints, children } of errors) {
      if (target !== undefined && constraints !== undefined) this.#coverMember(target, property);
      if (children !== undefined) this.cover(children);
    }
  }

  #coverMember(instance: object, key: string): void {
    const keys = this.#refused?.get(instance);
    if (typeof keys === 'object') keys.delete(key);
    if (keys === key || (keys as Set<string> | undefined)?.size === 0) this.#refused?.delete(instance);
  }

  /** True if the schema refuses a value that class-validator accepts. */
  get hasSchemaFaults(): boolean {
    return this.isRefused || (this.#refused !== undefined && this.#refused.size > 0);
  }

  /** @throws Excess for too many levels */
  enter(): void {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Excess();
  }

  leave(): void {
    this.depth -= 1;
  }

  /** @throws Excess for too many values */
  count(size: number): void {
    this.#left -= size;
    if (this.#left < 0) throw new Excess();
  }

  countMembers(size: number): void {
    if (this.#limits !== undefined && size > this.#limits.maxMembers) throw new Excess();
    this.count(size);
  }

  /** @param documented the documented `maxItems` */
  countItems(size: number, documented: number | undefined): void {
    if (this.#limits !== undefined && size > (documented ?? this.#limits.maxItems)) throw new Excess();
    this.count(size);
  }

  /** Counts all members of a value. */
  measure(value: object, maxItems?: number): void {
    if (ArrayBuffer.isView(value)) return;
    this.enter();
    if (Array.isArray(value)) {
      this.countItems(value.length, maxItems);
      for (const item of value as unknown[])
        if (typeof item === 'object' && item !== null) this.measure(item);
    } else {
      const members: unknown[] = Object.values(value);
      this.countMembers(members.length);
      for (const member of members) if (typeof member === 'object' && member !== null) this.measure(member);
    }
    this.leave();
  }
}
