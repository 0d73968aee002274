import { DtospecError, DtospecErrors, recogniseAcrossCopies } from '../../shared/errors.js';
import {
  type DiagnosticCode,
  type Finding,
  type Report,
  type Severity,
  severityOf,
} from '../../shared/diagnostics.js';
import type { Endpoint } from './types/endpoint.js';

/** One thing that makes the document invalid. */
export class DocsError extends DtospecError {
  override readonly name = 'DocsError';
  /** What is wrong: `duplicate-endpoint`, `unsupported-method`, `duplicate-operation-id`, … */
  readonly code: DiagnosticCode;
  /** `GET /users/{id} …`, or the class. */
  readonly place: string;
  /** The endpoint that it was found in, as it was registered; undefined where it is of the whole document. */
  readonly endpoint: Endpoint | undefined;

  constructor(finding: Finding, endpoint: Endpoint | undefined) {
    super(`${finding.place}: ${finding.message}`);
    this.code = finding.code;
    this.place = finding.place;
    this.endpoint = endpoint;
  }
}

/** Everything that makes the document invalid, joined. */
export class DocsValidationError extends DtospecErrors {
  override readonly name = 'DocsValidationError';
  readonly code = 'ERR_INVALID_DOCUMENT';
  /** Each error by itself. */
  declare errors: DocsError[];

  constructor(errors: DocsError[]) {
    const lines = errors.map((error) => `\n  ${error.message}`).join('');
    super(
      errors,
      `The API documentation has ${errors.length} error${errors.length === 1 ? '' : 's'}:${lines}`,
    );
  }
}

const FAILING: Readonly<Record<'usual' | 'strict', readonly Severity[]>> = {
  usual: ['error'],
  strict: ['error', 'warning'],
};

/** The findings that are errors as one, or null; under `strict` warnings are errors. */
export function createValidationError(
  findings: readonly EndpointFinding[],
  strict: boolean,
): DocsValidationError | null {
  const errors = findings
    .filter(({ finding }) => FAILING[strict ? 'strict' : 'usual'].includes(severityOf(finding)))
    .map(({ finding, endpoint }) => new DocsError(finding, endpoint));
  return errors.length === 0 ? null : new DocsValidationError(errors);
}

recogniseAcrossCopies({ DocsError, DocsValidationError });

/** A finding, and the endpoint that it was found in. */
export interface EndpointFinding {
  readonly finding: Finding;
  readonly endpoint: Endpoint | undefined;
}

/** Collects diagnostics; equal ones are kept once. */
export class Findings {
  readonly #found = new Map<string, EndpointFinding>();
  #endpoint: Endpoint | undefined;

  readonly report: Report = (finding) => {
    const key = `${finding.code} ${finding.place} ${finding.message}`;
    if (!this.#found.has(key)) this.#found.set(key, { finding, endpoint: this.#endpoint });
  };

  /** Attributes everything that is reported while `work` runs to `endpoint`. */
  during<T>(endpoint: Endpoint | undefined, work: () => T): T {
    this.#endpoint = endpoint;
    try {
      return work();
    } finally {
      this.#endpoint = undefined;
    }
  }

  list(): EndpointFinding[] {
    return [...this.#found.values()];
  }
}
