import { DtospecError, DtospecErrors, recogniseAcrossCopies } from '../../shared/errors.js';
import { severityOf, type DiagnosticCode, type Finding, type Severity } from '../../shared/diagnostics.js';
import type { PathItemObject } from './document.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointFinding, Findings } from './findings.js';
import { operationsOf } from './methods.js';
import type { Route } from './paths.js';

/** What an operation is told by. */
type Identified = Pick<Route, 'operationId' | 'place'> & { readonly endpoint: Endpoint | undefined };

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

/** Reports every operationId that an earlier operation has, webhooks included. */
export function checkOperationIds(
  routes: readonly Route[],
  webhooks: Readonly<Record<string, PathItemObject>>,
  findings: Findings,
): void {
  eachRepeated(
    [...routes, ...identifyWebhooks(webhooks)],
    (operation) => operation.operationId,
    (operation, first) => {
      findings.during(operation.endpoint, () => {
        findings.report({
          code: 'duplicate-operation-id',
          message: `operationId ${JSON.stringify(operation.operationId)} is already used by ${first.place}. Set another operationId on one of the two.`,
          place: operation.place,
        });
      });
    },
  );
}

function identifyWebhooks(webhooks: Readonly<Record<string, PathItemObject>>): Identified[] {
  return Object.entries(webhooks).flatMap(([name, item]) =>
    operationsOf(item).map(([, { operationId = '' }]) => ({
      operationId,
      place: `webhooks ${name}`,
      endpoint: undefined,
    })),
  );
}

function eachRepeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  visit: (item: T, first: T) => void,
): void {
  const firsts = new Map<string, T>();
  for (const item of items) {
    const first = firsts.get(keyOf(item));
    if (first === undefined) firsts.set(keyOf(item), item);
    else visit(item, first);
  }
}

recogniseAcrossCopies({ DocsError, DocsValidationError });
