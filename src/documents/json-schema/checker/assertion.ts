import type { Schema } from '../schema.js';
import type { Resolve } from '../walk.js';
import type { Memory } from './memory.js';

/**
 * The result of a check; undefined if it cannot be decided, for example because a reference has no target.
 */
export type Verdict = boolean | undefined;

/** A part of a value that its schema refuses. */
export interface SchemaFault {
  /** Names and indexes that lead to it, or to the missing member. */
  readonly path: readonly string[];
  /** The keyword that refuses it. */
  readonly keyword: string;
  /** The rest of a sentence whose subject is the value: `must be an integer, not null`. */
  readonly message: string;
}

/** The state of one check of a value. */
export interface Run {
  /** Number of unions around the value. */
  unions: number;
  /**
   * Verdicts of unions inside unions. Without them, each level of a recursive union would double the work.
   */
  readonly known: Memory<Assertion, Verdict>;
  /** Results of an explanation about parts of the value; undefined for a check that only decides. */
  readonly explained: Explained | undefined;
}

/**
 * The memory of one explanation. It asks again about each part of the value, at each level and for each
 * branch of a union. Without a memory it would cost many times what the check costs.
 */
export interface Explained {
  /** The faults of unions and of their branches, by the number of unions around them. */
  readonly reasons: readonly Memory<CompiledSchema | Assertion, readonly SchemaFault[]>[];
}

/** A compiled keyword. */
export interface Assertion {
  /** Returns undefined if it cannot decide about the value. */
  readonly test: (value: unknown, run: Run) => Verdict;
  /** Adds the faults of a value that `test` refuses. */
  readonly explain: (value: unknown, faults: Faults, run: Run) => void;
  /**
   * True if `explain` adds nothing for a value that `test` does not refuse, so that no test comes before it.
   */
  readonly isSearch?: boolean;
  /** The reason why no check can decide the keyword. */
  readonly undecidable?: string;
}

/** A schema that was compiled once. */
export interface CompiledSchema {
  test(value: unknown, run: Run): Verdict;
  /** Adds the faults of a value; none for a value that `test` does not refuse. */
  explain(value: unknown, faults: Faults, run: Run): void;
}

/** Asserts a keyword that no check can decide. */
export const UNDECIDED: Assertion = { test: () => undefined, explain: () => undefined };

/** The context of keywords while they are compiled. */
export interface Compilation {
  readonly resolve: Resolve;
  /** Checks a format. @default accepts every value */
  readonly format: (format: string, value: unknown) => Verdict;
  /** The keywords to assert, by name, in the order of their cost. */
  readonly keywords: ReadonlyMap<string, CompileKeyword>;
  /** Compiles a subschema, once for each object. */
  readonly compile: (schema: Schema | boolean) => CompiledSchema;
}

/** Compiles a keyword. Returns undefined for an argument of the wrong type. */
export type CompileKeyword = (argument: never, schema: Schema, within: Compilation) => Assertion | undefined;

/** Unions inside unions whose branches are explained, too. */
export const LISTED_UNIONS = 2;

/** Receives a fault. Returns true if no more are needed. */
export type OnFault = (fault: SchemaFault) => boolean;

/** Collects faults up to a limit. */
export class Faults {
  readonly list: SchemaFault[] = [];
  readonly #path: string[] = [];
  #isEnough = false;
  /** Number of unions that are being explained: only the outermost two list the reasons of their branches. */
  unions = 0;

  constructor(
    readonly limit: number,
    private readonly onFault: OnFault = () => false,
  ) {}

  get isFull(): boolean {
    return this.#isEnough || this.list.length >= this.limit;
  }

  /** @param below names and indexes below the present place */
  add(keyword: string, message: string, ...below: readonly string[]): void {
    if (this.isFull) return;
    const fault = { path: [...this.#path, ...below], keyword, message };
    this.list.push(fault);
    this.#isEnough = this.onFault(fault);
  }

  /** Returns whether the list has faults at the present place or below it. They are its last ones. */
  get hasAnyHere(): boolean {
    const last = this.list.at(-1);
    return last !== undefined && this.#isHere(last);
  }

  /** Returns whether the list has a fault, whose path begins at the present place. */
  has({ path, message }: SchemaFault): boolean {
    const depth = this.#path.length;
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const fault = this.list[index];
      if (fault === undefined || !this.#isHere(fault)) return false;
      const below = fault.path.slice(depth);
      const isSame = below.length === path.length && below.every((key, position) => key === path[position]);
      if (isSame && fault.message === message) return true;
    }
    return false;
  }

  #isHere({ path }: SchemaFault): boolean {
    return this.#path.every((key, index) => key === path[index]);
  }

  inside(key: string, explain: () => void): void {
    if (this.isFull) return;
    this.#path.push(key);
    explain();
    this.#path.pop();
  }
}

export function newRun(): Run {
  return { unions: 0, known: new Map(), explained: undefined };
}

/** Creates the state of several checks of one value and its parts, which must not change between them. */
export function newSharedRun(): Run {
  return { unions: 1, known: new Map(), explained: undefined };
}

export function newExplanation(): Run {
  return {
    unions: 1,
    known: new Map(),
    explained: { reasons: Array.from({ length: LISTED_UNIONS + 1 }, () => new Map()) },
  };
}
