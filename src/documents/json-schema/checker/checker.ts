import type { Schema } from '../schema.js';
import type { Resolve } from '../walk.js';
import {
  type Assertion,
  type Compilation,
  type CompiledSchema,
  type CompileKeyword,
  Faults,
  newExplanation,
  newRun,
  type OnFault,
  type Run,
  type SchemaFault,
  UNDECIDED,
  type Verdict,
} from './assertion.js';
import type { KeywordTable } from './arguments.js';
import { KEYWORDS } from './keywords.js';

export interface CheckerOptions {
  /** Finds the schema behind a `$ref`. @default finds none */
  readonly resolve?: Resolve | undefined;
  /** Checks a format. @default accepts every value: a format is an annotation */
  readonly format?: Compilation['format'];
  /** Returns the keywords to assert, with further ones or other checks. @default dtospec's own */
  readonly keywords?: (own: KeywordTable) => KeywordTable;
}

const OWN_KEYWORDS: ReadonlyMap<string, CompileKeyword> = new Map(KEYWORDS);

/** Default number of faults of a value. */
const MAX_FAULTS = 1_000;

/**
 * Checks JSON values against schemas of JSON Schema 2020-12. It compiles each schema once, into closures.
 * Content keywords are annotations.
 */
export class Checker implements Compilation {
  readonly resolve: Resolve;
  readonly format: Compilation['format'];
  readonly keywords: ReadonlyMap<string, CompileKeyword>;
  readonly #compiled = new Map<Schema | boolean, Compiled>();

  constructor({ resolve = () => undefined, format = () => true, keywords }: CheckerOptions = {}) {
    this.resolve = resolve;
    this.format = format;
    this.keywords = keywords === undefined ? OWN_KEYWORDS : new Map(keywords(KEYWORDS));
  }

  readonly compile = (schema: Schema | boolean): Compiled => {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const compiled = new Compiled(schema, this);
    this.#compiled.set(schema, compiled);
    return compiled;
  };

  /** Returns undefined if it cannot be decided. */
  accepts(schema: Schema | boolean, value: unknown): Verdict {
    return this.compile(schema).test(value, newRun());
  }

  /**
   * Returns the faults of a value, at most `limit`; an empty list for an accepted value.
   *
   * @param onFault receives each fault, and returns true to end the search
   */
  faultsOf(
    schema: Schema | boolean,
    value: unknown,
    limit = MAX_FAULTS,
    onFault?: OnFault,
  ): readonly SchemaFault[] {
    const faults = new Faults(limit, onFault);
    this.compile(schema).explain(value, faults, newExplanation());
    return faults.list;
  }
}

class Compiled implements CompiledSchema {
  #assertions: readonly Assertion[] | undefined;

  constructor(
    private readonly schema: Schema | boolean,
    private readonly within: Compilation,
  ) {}

  test(value: unknown, run: Run): Verdict {
    let all: Verdict = true;
    for (const { test } of this.assertions) {
      const verdict = test(value, run);
      if (verdict === false) return false;
      if (verdict === undefined) all = undefined;
    }
    return all;
  }

  explain(value: unknown, faults: Faults, run: Run): void {
    for (const { test, explain, isSearch } of this.assertions) {
      if (faults.isFull) return;
      if (isSearch === true || test(value, run) === false) explain(value, faults, run);
    }
  }

  /** The keywords are compiled at the first check, so that a schema may refer to itself. */
  get assertions(): readonly Assertion[] {
    return (this.#assertions ??= compileKeywords(this.schema, this.within));
  }
}

const NOTHING: Assertion = {
  test: () => false,
  explain: (_, faults) => {
    faults.add('false', 'is not allowed');
  },
};

function compileKeywords(schema: Schema | boolean, within: Compilation): readonly Assertion[] {
  if (typeof schema === 'boolean') return schema ? [] : [NOTHING];
  const assertions: Assertion[] = [];
  // In the order of the table: cheap keywords first.
  within.keywords.forEach((compile, keyword) => {
    const argument = (schema as Readonly<Record<string, unknown>>)[keyword];
    if (argument !== undefined) assertions.push(compile(argument as never, schema, within) ?? UNDECIDED);
  });
  return assertions;
}

/**
 * Validates a value once. Use a `Checker` for a schema that checks several values.
 *
 * @returns `undefined` if undecidable: an unresolved or endless reference, a pattern that ECMAScript cannot
 *   compile, a keyword whose argument has the wrong type
 */
export function accepts(schema: Schema | boolean, value: unknown, resolve?: Resolve): Verdict {
  return new Checker({ resolve }).accepts(schema, value);
}
