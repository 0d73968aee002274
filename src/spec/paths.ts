import type { Finding } from '../base/diagnostics.js';
import { NON_EMPTY } from '../base/checks.js';
import { plainJson } from '../base/plain-json.js';
import { isRecord, isText, show } from '../base/values.js';
import { ENDPOINT } from './check-endpoint.js';
import { messageOf } from './context.js';
import type { SpecContext } from './context.js';
import type { OperationObject, PathItemObject } from './document.js';
import type { Endpoint } from './endpoint.js';
import { reportField, soundFields } from './fields.js';
import type { Findings } from './findings.js';
import type { HttpMethod } from './objects.js';
import { createOperationId } from './operation-id.js';
import { createOperation } from './operation.js';
import { normalizePath } from './path.js';
import type { PathTemplate } from './path.js';
import { validationOf } from './request-view.js';
import type { SecurityResolver } from './security.js';

type Method = Lowercase<HttpMethod>;

/** An endpoint with its method and path as the document spells them. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly method: Method;
  readonly template: PathTemplate;
  readonly operationId: string;
  /** `GET /users/{id}`. */
  readonly place: string;
}

/** The methods that an operation may have. */
export const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
] satisfies HttpMethod[]);

/**
 * Adds to `routes` the endpoints from the one at `start` on that make it into the document: unsupported methods are
 * skipped, and of two with the same method and path the last is kept, in the place of the first.
 */
export function addRoutes(
  routes: Map<string, Route>,
  endpoints: readonly Endpoint[],
  start: number,
  findings: Findings,
): void {
  for (const [index, endpoint] of endpoints.slice(start).entries()) {
    const ordinal = start + index + 1;
    findings.during(endpoint, () => {
      const route = createRoute(endpoint, ordinal, findings);
      if (route === undefined) return;
      if (routes.has(route.place)) {
        findings.report({
          code: 'duplicate-endpoint',
          message: `${route.place} is registered before, and again as endpoint ${ordinal}; the last one is kept. Remove the others.`,
          place: route.place,
        });
      }
      routes.set(route.place, route);
    });
  }
}

// Callers without types may pass anything.
function createRoute(endpoint: Endpoint, ordinal: number, findings: Findings): Route | undefined {
  const problem = problemOf(endpoint, ordinal);
  if (problem !== undefined) {
    findings.report(problem);
    return undefined;
  }
  const method = endpoint.method.toUpperCase();
  const template = normalizePath(endpoint.path, findings.report, `${method} ${endpoint.path}`);
  const place = `${method} ${template.path}`;
  const { operationId } = endpoint as { operationId?: unknown };
  if (typeof operationId === 'string' && operationId !== '' && !isText(operationId))
    reportField('operationId', NON_EMPTY, operationId, place, findings.report);
  return {
    endpoint,
    method: method.toLowerCase() as Method,
    template,
    operationId: isText(operationId) ? operationId : createOperationId(method, template.path),
    place,
  };
}

function problemOf(endpoint: unknown, ordinal: number): Finding | undefined {
  const subject = `Endpoint ${ordinal}`;
  if (!isRecord(endpoint)) {
    return {
      code: 'invalid-endpoint',
      message: `${subject} is ${show(endpoint)} and is skipped. Give an object with method, path and responses; addAll(...list) takes each by itself.`,
      place: `endpoint ${ordinal}`,
    };
  }
  const { method, path } = endpoint;
  const where = typeof path === 'string' ? path : `(endpoint ${ordinal})`;
  if (typeof method !== 'string' || !METHODS.has(method.toUpperCase())) {
    const given = typeof method === 'string' ? method.toUpperCase() : undefined;
    const known = [...METHODS].join(', ');
    const problem = given
      ? `${subject} has method ${given}, which is not supported, and is skipped.`
      : `${subject} has no method and is skipped.`;
    return {
      code: 'unsupported-method',
      message: `${problem} Use one of ${known}.`,
      place: given ? `${given} ${where}` : where,
    };
  }
  if (typeof path === 'string') return undefined;
  return {
    code: 'endpoint-without-path',
    message: `${subject} has no path and is skipped. Give it one.`,
    place: `${method.toUpperCase()} ${where}`,
  };
}

/** The `paths` of the document, in the order of registration. */
export type Paths = Map<string, PathItemObject>;

/** Adds the operations of routes to `paths`. An endpoint that fails leaves the others alone. */
export function addPaths(
  paths: Paths,
  routes: Iterable<Route>,
  security: SecurityResolver,
  findings: Findings,
  context: SpecContext,
): void {
  for (const route of routes) {
    const operation = findings.during(route.endpoint, () => tryOperation(route, security, context));
    if (operation === undefined) continue;
    const { path } = route.template;
    paths.set(path, { ...paths.get(path), [route.method]: operation });
  }
}

function tryOperation(
  route: Route,
  security: SecurityResolver,
  context: SpecContext,
): OperationObject | undefined {
  try {
    // A copy, which throws where something contains itself: that would break the whole document.
    const endpoint = soundFields(route.endpoint, ENDPOINT, route.place, context.report);
    const inner = { ...context, ...route, validation: validationOf(endpoint) };
    return context.compiler.keep(plainJson(createOperation(endpoint, route, security, inner)));
  } catch (error) {
    context.report({
      code: 'broken-endpoint',
      message: `The endpoint is left out, for it could not be read: ${messageOf(error)} Check its fields against the type Endpoint.`,
      place: route.place,
    });
    return undefined;
  }
}
