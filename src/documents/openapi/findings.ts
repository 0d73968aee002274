import type { Finding, Report } from '../../shared/diagnostics.js';
import type { Endpoint } from './endpoint.js';

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
