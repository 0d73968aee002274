import type { Finding, Report } from '../base/diagnostics.js';
import { NON_EMPTY } from '../base/checks.js';
import { isToken } from '../base/http.js';
import { didYouMean } from '../base/nearest.js';
import { plainJson } from '../base/plain-json.js';
import { isRecord, isText, show } from '../base/values.js';
import type { OpenApiVersion } from './config.js';
import { messageOf } from './context.js';
import type { OperationContext, SpecContext } from './context.js';
import type { OperationObject, PathItemObject } from './document.js';
import type { Endpoint } from './endpoint.js';
import { reportField, soundFields } from './fields/sound.js';
import { isKnownMethod, METHODS, methodName, operationsOf, withOperation } from './methods.js';
import type { Findings } from './findings.js';
import { createOperationId } from './operation-id.js';
import { createOperation, createPathItem, reportQuery, sharedParameters } from './operation.js';
import { normalizePath } from './path.js';
import type { PathTemplate } from './path.js';
import { validationOf } from './request-view.js';
import type { ResolvedConfig } from './resolve-config.js';

/** An endpoint with its method and path as the document spells them. */
export interface Route {
  readonly endpoint: Endpoint;
  /** As it is sent. */
  readonly method: string;
  readonly template: PathTemplate;
  readonly operationId: string;
  /** `GET /users/{id}`. */
  readonly place: string;
}

/**
 * Adds to `routes` the endpoints from the one at `start` on that make it into the document: unsupported methods are
 * skipped, and of two with the same method and path the last is kept, in the place of the first.
 */
export function addRoutes(
  routes: Map<string, Route>,
  endpoints: readonly Endpoint[],
  start: number,
  findings: Findings,
  config: ResolvedConfig,
): void {
  for (const [index, endpoint] of endpoints.slice(start).entries()) {
    const ordinal = start + index + 1;
    findings.during(endpoint, () => {
      const route = createRoute(endpoint, ordinal, findings, config);
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
function createRoute(
  endpoint: Endpoint,
  ordinal: number,
  findings: Findings,
  config: ResolvedConfig,
): Route | undefined {
  const problem = problemOf(endpoint, ordinal, config.openapi);
  if (problem !== undefined) {
    findings.report(problem);
    return undefined;
  }
  const method = methodName(endpoint.method);
  const template = normalizePath(endpoint.path, findings.report, `${method} ${endpoint.path}`);
  const place = `${method} ${template.path}`;
  if (method === 'QUERY' && config.openapi !== '3.2') reportQuery(place, { config, report: findings.report });
  const { operationId } = endpoint as { operationId?: unknown };
  if (typeof operationId === 'string' && operationId !== '' && !isText(operationId))
    reportField('operationId', NON_EMPTY, operationId, place, findings.report);
  return {
    endpoint,
    method,
    template,
    operationId: isText(operationId) ? operationId : createOperationId(method, template.path),
    place,
  };
}

function problemOf(endpoint: unknown, ordinal: number, openapi: OpenApiVersion): Finding | undefined {
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
  if (typeof method !== 'string' || !isToken(method) || !isKnownMethod(methodName(method), openapi)) {
    const given = typeof method === 'string' ? method.toUpperCase() : undefined;
    const known = [...METHODS].join(', ');
    const problem = given
      ? `${subject} has method ${given}, which is not supported, and is skipped.`
      : `${subject} has no method and is skipped.`;
    return {
      code: 'unsupported-method',
      message: `${problem} Use one of ${known}${given && openapi !== '3.2' ? ", or openapi: '3.2'" : ''}.`,
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
  items: Paths,
  findings: Findings,
  context: SpecContext,
): void {
  for (const route of routes) {
    const { path } = route.template;
    const shared = sharedParameters(items.get(path)?.parameters ?? [], context);
    const operation = findings.during(route.endpoint, () => tryOperation(route, { ...context, shared }));
    if (operation === undefined) continue;
    const item = paths.get(path) ?? {};
    paths.set(path, withOperation(item, route.method, operation, context.config.openapi));
  }
}

/**
 * What the configuration says of paths as a whole.
 *
 * @param isPart operations of a part are those that were chosen for it, so that it has no others
 */
export function createItems(isPart: boolean, context: SpecContext): Paths {
  const { config, report } = context;
  const items: Paths = new Map();
  for (const [source, given] of Object.entries(config.paths)) {
    const place = `paths ${source}`;
    const template = normalizePath(source, report, place);
    const { $ref: _r, operations: _o, ...said } = given;
    const inner = { ...context, place, template, validation: undefined };
    items.set(template.path, plainJson(createPathItem(isPart ? said : given, inner)));
  }
  return items;
}

/** The paths with what is said of each as a whole; what is said of others is left out, but for operations. */
export function withItems(
  paths: Paths,
  items: Paths,
  isPart: boolean,
  report: Report,
): Record<string, PathItemObject> {
  const all = new Map(paths);
  for (const [path, item] of items) {
    const known = paths.get(path);
    const bringsItsOwn = item.$ref !== undefined || operationsOf(item).length > 0;
    if (known !== undefined || bringsItsOwn) all.set(path, { ...item, ...known });
    else if (!isPart)
      report({
        code: 'unknown-path',
        message: `No endpoint has the path ${path}, so what config.paths says of it is left out.${didYouMean(path, paths.keys())}`,
        place: `paths ${path}`,
      });
  }
  return Object.fromEntries(all);
}

function tryOperation(
  route: Route,
  context: SpecContext & Pick<OperationContext, 'shared'>,
): OperationObject | undefined {
  try {
    // A copy, which throws where something contains itself: that would break the whole document.
    const endpoint = soundFields(route.endpoint, 'operation', route.place, context);
    const { place, template } = route;
    const inner = { ...context, place, template, validation: validationOf(endpoint) };
    return context.compiler.keep(createOperation(endpoint, route, inner));
  } catch (error) {
    context.report({
      code: 'broken-endpoint',
      message: `The endpoint is left out, for it could not be read: ${messageOf(error)} Check its fields against the type Endpoint.`,
      place: route.place,
    });
    return undefined;
  }
}
