import { DtospecError, DtospecErrors, recogniseAcrossCopies } from '../../shared/errors.js';
import { printable } from '../../shared/printable.js';
import {
  type DiagnosticCode,
  type Finding,
  type Report,
  type Severity,
  severityOf,
} from '../../shared/diagnostics.js';
import type { Endpoint } from './types/endpoint.js';

/** One error of the document. */
export class DocsError extends DtospecError {
  override readonly name = 'DocsError';
  /** Diagnostic code, such as `duplicate-endpoint` or `duplicate-operation-id`. */
  readonly code: DiagnosticCode;
  /** Operation or class, such as `GET /users/{id} …`. */
  readonly place: string;
  /** Registered endpoint with the error; undefined if the error is not about one endpoint. */
  readonly endpoint: Endpoint | undefined;

  constructor(finding: Finding, endpoint: Endpoint | undefined) {
    super(`${finding.place}: ${finding.message}`);
    this.code = finding.code;
    this.place = finding.place;
    this.endpoint = endpoint;
  }
}

/** All errors of the document, as one error. */
export class DocsValidationError extends DtospecErrors {
  override readonly name = 'DocsValidationError';
  readonly code = 'ERR_INVALID_DOCUMENT';
  /** The errors. */
  declare errors: DocsError[];

  constructor(errors: DocsError[]) {
    const lines = errors.map((error) => `\n  ${printable(error.message)}`).join('');
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

export interface EndpointFinding {
  readonly finding: Finding;
  readonly endpoint: Endpoint | undefined;
}

export class Findings {
  readonly #found = new Map<string, EndpointFinding>();
  #endpoint: Endpoint | undefined;

  readonly report: Report = (finding) => {
    this.add({ finding, endpoint: this.#endpoint });
  };

  /** The endpoint that is created now. */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  add(endpointFinding: EndpointFinding): void {
    const { code, place, message } = endpointFinding.finding;
    const key = `${code} ${place} ${message}`;
    if (!this.#found.has(key)) this.#found.set(key, endpointFinding);
  }

  forEndpoint<T>(endpoint: Endpoint | undefined, work: () => T): T {
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
