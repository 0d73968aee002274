import { type Diagnostic, severityOf } from './diagnostics.js';
import { emitWarning, isJest, isProduction } from './runtime.js';

/** How docs report their errors and warnings when a program serves them. */
export const DIAGNOSTICS_MODES = ['warn', 'throw', 'silent'] as const;

export type DiagnosticsMode = (typeof DIAGNOSTICS_MODES)[number];

/** Code of the process warning. `node --disable-warning=DTOSPEC_DIAGNOSTICS` hides it. */
const WARNING_CODE = 'DTOSPEC_DIAGNOSTICS';

/** Milliseconds until warnings are reported: the first responses do not wait for a document. */
const WARN_AFTER = 100;

/** Problems that one process warning lists. */
const MOST_LISTED = 12;

/** Longest message of a problem, in characters. */
const LONGEST_MESSAGE = 300;

export interface NoticeSource {
  readonly title: string;
  /** The title of the docs that share their problems with these. */
  readonly sharedTitle: string;
  /** @default 'warn', or 'silent' if NODE_ENV is production */
  readonly mode: DiagnosticsMode | undefined;
  /** Increases with each change of the document. */
  readonly revision: () => number;
  readonly diagnostics: () => readonly Diagnostic[];
  /** Returns the error of `validate()`, or null. */
  readonly validate: () => Error | null;
}

/** Problems that were reported, with the title of their docs: two versions of an API may share classes. */
const reported = new Set<string>();

/**
 * Reports the problems of docs to the developer: each of them once, as one process warning after the
 * program's set-up is complete.
 */
export class DiagnosticsNotice {
  readonly #source: NoticeSource;
  #isPlanned = false;
  #revision: number | undefined;

  constructor(source: NoticeSource) {
    this.#source = source;
  }

  /**
   * Plans the report for after the set-up of the program: more may be registered until then.
   *
   * @throws DocsValidationError under `'throw'`, if the document has errors already
   */
  served(): void {
    this.#throw();
    this.plan();
  }

  /** In jest, only a request for the page reports: the tests of a file may be over before a report. */
  plan(): void {
    if (this.#isPlanned || modeOf(this.#source) === 'silent' || isJest()) return;
    this.#isPlanned = true;
    // A document with errors must not be served any longer than necessary.
    const delay = modeOf(this.#source) === 'throw' ? 0 : WARN_AFTER;
    try {
      setTimeout(() => {
        // A later request may plan again: it shows how a router is mounted.
        this.#isPlanned = false;
        this.asked();
      }, delay);
    } catch {
      // Some runtimes have no timers before the first request, which reports the problems then.
    }
  }

  /**
   * Reports the problems that are new.
   *
   * @throws DocsValidationError under `'throw'`, if the document has errors
   */
  asked(): void {
    this.#throw();
    const revision = this.#source.revision();
    if (this.#revision === revision || modeOf(this.#source) === 'silent') return;
    this.#revision = revision;
    warn(this.#source.title, this.#newProblems());
  }

  #throw(): void {
    const error = modeOf(this.#source) === 'throw' ? this.#source.validate() : null;
    if (error !== null) throw error;
  }

  #newProblems(): Diagnostic[] {
    return diagnosticsOf(this.#source).filter((diagnostic) => {
      const { code, place, message } = diagnostic;
      const key = `${this.#source.sharedTitle} ${code} ${place} ${message}`;
      const isNew = !reported.has(key);
      reported.add(key);
      return isNew;
    });
  }
}

function modeOf({ mode }: NoticeSource): DiagnosticsMode {
  return mode ?? (isProduction() ? 'silent' : 'warn');
}

function diagnosticsOf({ diagnostics }: NoticeSource): readonly Diagnostic[] {
  try {
    return diagnostics();
  } catch {
    // `transformDocument` may throw. The request that needs the document reports that.
    return [];
  }
}

function warn(title: string, problems: readonly Diagnostic[]): void {
  if (problems.length === 0) return;
  const listed = problems.slice(0, MOST_LISTED).map(lineOf);
  const rest = problems.length - listed.length;
  const lines = [
    `${countsOf(problems)} in the docs${title === '' ? '' : ` "${title}"`}:`,
    ...listed,
    ...(rest === 0 ? [] : [`  and ${rest} more: docs.diagnostics() lists them`]),
    "  (diagnostics: 'silent' of new Docs hides this; docs/diagnostics.md explains the codes)",
  ];
  emitWarning(lines.join('\n'), { type: 'DocsWarning', code: WARNING_CODE });
}

function lineOf({ code, severity, message, place, places }: Diagnostic): string {
  const others = places.length > 1 ? ` and ${places.length - 1} more` : '';
  const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1)}…` : message;
  return `  ${severity} ${code} at ${place}${others}: ${text.replaceAll('\n', ' ')}`;
}

function countsOf(problems: readonly Diagnostic[]): string {
  const counts = (['error', 'warning'] as const).map((severity) => ({
    severity,
    count: problems.filter((problem) => severityOf(problem) === severity).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(' and ');
}
