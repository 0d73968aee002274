import type { Contradiction } from 'dtospec/internal';
import type { Mismatch } from '../mismatch.js';
import type { ExchangeReport } from '../types.js';

/** A mismatch with its count. Array indexes in its pointer are `*`. */
export interface CountedMismatch extends Mismatch {
  /** The number of exchanges with this mismatch. */
  readonly count: number;
}

/** The report of an `ExchangeRecorder`. */
export interface RecordedReport {
  /** Number of compared exchanges. */
  readonly exchanges: number;
  /** Number of compared exchanges with a mismatch. */
  readonly mismatched: number;
  /** Number of exchanges that were not compared, because too many were waiting. */
  readonly skipped: number;
  /** Each different mismatch once, the most frequent first. */
  readonly mismatches: readonly CountedMismatch[];
  /** Number of different mismatches beyond `maxMismatches`. */
  readonly omitted: number;
  /**
   * Operations whose code returns another type than a
   * decorator documents, with the responses that satisfy each.
   */
  readonly contradictions: readonly RecordedContradiction[];
  /** Errors that prevented a comparison, such as an invalid schema, with their counts. */
  readonly failures: readonly { readonly message: string; readonly count: number }[];
}

/**
 * An operation of Nest whose decorator documents another response than its code returns, by the facts of
 * `dtospec extract`.
 */
export interface RecordedContradiction {
  /** The operation, such as `GET /users/{id}`. */
  readonly operation: string;
  /** The name of the documented type. */
  readonly documented: string;
  /** The name of the type that the code returns. */
  readonly returned: string;
  /** Why no value satisfies both types. */
  readonly reason: string;
  /** Number of responses that satisfy the document only, the type of the code only, both, or neither. */
  readonly answers: Readonly<Record<'documented' | 'returned' | 'both' | 'neither', number>>;
}

const MAX_FAILURES = 20;

export class MismatchCounts {
  readonly #found = new Map<string, { mismatch: Mismatch; count: number }>();
  readonly #failures = new Map<string, number>();
  readonly #contradictions = new Map<string, RecordedContradiction>();
  #exchanges = 0;
  #mismatched = 0;
  #omitted = 0;
  #skipped = 0;

  constructor(readonly maxMismatches: number) {}

  add({ ok, mismatches }: ExchangeReport): void {
    this.#exchanges += 1;
    if (ok) return;
    this.#mismatched += 1;
    // Ten items with the same mismatch count as one exchange.
    const kinds = new Map(mismatches.map((mismatch) => [keyOf(mismatch), mismatch]));
    for (const [key, mismatch] of kinds) this.#count(key, mismatch);
  }

  #count(key: string, mismatch: Mismatch): void {
    const known = this.#found.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#found.size < this.maxMismatches) this.#found.set(key, { mismatch, count: 1 });
    else this.#omitted += 1;
  }

  /** Counts a response of an operation whose document and code contradict each other. */
  weigh(
    operation: string,
    { schema: _, ...contradiction }: Contradiction,
    verdict: keyof RecordedContradiction['answers'],
  ): void {
    const { answers = { documented: 0, returned: 0, both: 0, neither: 0 } } =
      this.#contradictions.get(operation) ?? {};
    const counted = { ...answers, [verdict]: answers[verdict] + 1 };
    this.#contradictions.set(operation, { operation, ...contradiction, answers: counted });
  }

  fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#failures.has(message) || this.#failures.size < MAX_FAILURES)
      this.#failures.set(message, (this.#failures.get(message) ?? 0) + 1);
  }

  skip(): void {
    this.#skipped += 1;
  }

  report(): RecordedReport {
    const mismatches = [...this.#found.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ mismatch, count }) => ({
        ...mismatch,
        pointer: generalize(mismatch.pointer),
        message: mismatch.message.replace(mismatch.pointer, generalize(mismatch.pointer)),
        count,
      }));
    return {
      exchanges: this.#exchanges,
      mismatched: this.#mismatched,
      skipped: this.#skipped,
      mismatches,
      omitted: this.#omitted,
      contradictions: [...this.#contradictions.values()],
      failures: [...this.#failures].map(([message, count]) => ({ message, count })),
    };
  }
}

function keyOf({ code, operation, place, pointer, rule, documented, message }: Mismatch): string {
  // Only in these cases, the message adds to the other fields.
  const words = operation === undefined || code === 'status-undocumented' ? message : '';
  return JSON.stringify([code, operation, place, generalize(pointer), rule, documented, words]);
}

function generalize(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
