import { severityOf, type Finding, type Report } from '../base/diagnostics.js';
import type { Endpoint } from './endpoint.js';

/** What was found, with the endpoint it was found in. */
export interface EndpointFinding {
  readonly finding: Finding;
  readonly endpoint: Endpoint | undefined;
}

/** The stages that a document is made in, in their order. What is found in all but the last is kept for the next time. */
const STAGES = ['config', 'routes', 'webhooks', 'paths', 'document'] as const;
type Stage = (typeof STAGES)[number];

/** Collects diagnostics; equal ones are kept once. */
export class Findings {
  readonly #byStage: Readonly<Record<Stage, Map<string, EndpointFinding>>> = {
    config: new Map(),
    routes: new Map(),
    webhooks: new Map(),
    paths: new Map(),
    document: new Map(),
  };
  #stage: Stage = 'config';
  #endpoint: Endpoint | undefined;
  #hasKeptErrors = false;

  readonly report: Report = (finding) => {
    const found = this.#byStage[this.#stage];
    const key = `${finding.code} ${finding.place} ${finding.message}`;
    if (found.has(key)) return;
    found.set(key, { finding, endpoint: this.#endpoint });
    if (this.#stage !== 'document' && severityOf(finding) === 'error') this.#hasKeptErrors = true;
  };

  /** Something that was made before the last stage is wrong. */
  get hasKeptErrors(): boolean {
    return this.#hasKeptErrors;
  }

  /** Whatever is reported from now on is of this stage. The last one begins anew each time. */
  enter(stage: Stage): void {
    this.#stage = stage;
    if (stage === 'document') this.#byStage.document.clear();
  }

  /** Whatever is reported while `work` runs belongs to `endpoint`. */
  during<T>(endpoint: Endpoint | undefined, work: () => T): T {
    this.#endpoint = endpoint;
    try {
      return work();
    } finally {
      this.#endpoint = undefined;
    }
  }

  list(): EndpointFinding[] {
    const all = new Map<string, EndpointFinding>();
    for (const stage of STAGES)
      for (const [key, found] of this.#byStage[stage]) if (!all.has(key)) all.set(key, found);
    return [...all.values()];
  }
}
