import type { Finding } from '../../shared/diagnostics.js';
import { createSchemaCompiler, type SchemaCompiler } from '../schema/schema-compiler.js';
import type { ResolvedConfig } from './config/resolve-config.js';
import type { EndpointFinding, Findings } from './validate.js';

/**
 * The schema compiler of operations and their document, with what it has reported. It compiles a class once,
 * also if more operations are registered later.
 */
export class ReportingCompiler {
  readonly compiler: SchemaCompiler;
  readonly #reported: EndpointFinding[] = [];
  #findings: Findings | undefined;

  constructor(config: ResolvedConfig) {
    this.compiler = createSchemaCompiler({
      ...config,
      formats: 'all',
      openapi: true,
      report: (finding) => {
        this.#report(finding);
      },
    });
  }

  /** Adds what the compiler reports during the work to the findings. */
  during<T>(findings: Findings, work: () => T): T {
    this.#findings = findings;
    try {
      return work();
    } finally {
      this.#findings = undefined;
    }
  }

  /** Adds what was reported before, since the compiler reports on a class once. */
  repeat(findings: Findings): void {
    for (const reported of this.#reported) findings.add(reported);
  }

  hasReported(isSought: (finding: Finding) => boolean): boolean {
    return this.#reported.some(({ finding }) => isSought(finding));
  }

  #report(finding: Finding): void {
    // Readers of operations compile further types when a request arrives.
    if (this.#findings === undefined) return;
    const reported = { finding, endpoint: this.#findings.endpoint };
    this.#reported.push(reported);
    this.#findings.add(reported);
  }
}
