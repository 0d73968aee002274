import type { Finding } from '../../../shared/diagnostics.js';
import { NON_EMPTY } from '../../../shared/checks.js';
import { encodeTarget, isToken } from '../../../shared/http.js';
import { isRecord, isText, show } from '../../../shared/values.js';
import { isAtLeast, type OpenApiVersion } from '../config/config.js';
import type { Endpoint } from '../types/endpoint.js';
import { reportInvalidField } from '../fields/check-fields.js';
import { isKnownMethod, methodName, METHODS, reportQuery } from './methods.js';
import type { Findings } from '../validate.js';
import { normalizePath, type PathTemplate } from './path.js';
import type { ResolvedConfig } from '../config/resolve-config.js';

export interface Route {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly template: PathTemplate;
  readonly operationId: string;
  readonly place: string;
}

/**
 * Returns the routes in the order of registration. If several have one method
 * and path, the last one is kept, in the place of the first. Paths that differ
 * only in the names of their parameters are one path (OpenAPI 3.1, 4.8.8).
 */
export function createRoutes(
  endpoints: readonly Endpoint[],
  findings: Findings,
  config: ResolvedConfig,
): readonly Route[] {
  const routes = new Map<string, Route>();
  for (const [index, endpoint] of endpoints.entries())
    findings.forEndpoint(endpoint, () => {
      const route = createRoute(endpoint, index + 1, findings, config);
      if (route === undefined) return;
      const key = `${route.method} ${route.template.shape}`;
      const before = routes.get(key);
      if (before !== undefined) reportDuplicate(route, before, index + 1, findings);
      routes.set(key, route);
    });
  const all = [...routes.values()];
  reportSimilar(all, findings);
  return all;
}

/** Reports paths of one method that are one route to Express, Koa and other routers. */
function reportSimilar(routes: readonly Route[], findings: Findings): void {
  const paths = new Map<string, string>();
  for (const { endpoint, method, template, place } of routes) {
    const path = encodeTarget(template.shape)
      .toLowerCase()
      .replace(/(?!^)\/$/, '');
    const first = paths.get(`${method} ${path}`);
    paths.set(`${method} ${path}`, first ?? template.path);
    if (first === undefined) continue;
    const both = `${template.path} and ${first}`;
    findings.forEndpoint(endpoint, () => {
      findings.report({
        code: 'similar-paths',
        place,
        detail: both,
        message: `Express, Koa and other routers ignore case, percent-encoding and a slash at the end, so one operation of two paths never runs there: ${both}. Rename or remove one.`,
      });
    });
  }
}

function reportDuplicate({ place }: Route, before: Route, ordinal: number, { report }: Findings): void {
  const other =
    before.place === place
      ? ''
      : ` The first is ${before.place}, and OpenAPI ignores the names of parameters.`;
  report({
    code: 'duplicate-endpoint',
    message: `${place} is registered twice, the second time as endpoint ${ordinal}.${other} The last one is kept. Remove the others.`,
    place,
  });
}

// JavaScript callers may pass any value.
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
  const context = { config, report: findings.report, place };
  if (method === 'QUERY') reportQuery(context);
  const { operationId } = endpoint as { operationId?: unknown };
  if (typeof operationId === 'string' && operationId !== '' && !isText(operationId))
    reportInvalidField('operationId', NON_EMPTY, operationId, context);
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
  const { method, path, definition } = endpoint;
  if (method === undefined && isRecord(definition))
    return {
      code: 'invalid-endpoint',
      message: `${subject} is an operation and is skipped. Pass operations to the adapter of your router, as in expressOperations(app, docs, [getUser]); it adds them to the docs.`,
      place: `endpoint ${ordinal}`,
    };
  const where = typeof path === 'string' ? path : `(endpoint ${ordinal})`;
  if (typeof method !== 'string' || !isToken(method) || !isKnownMethod(methodName(method), openapi)) {
    const name = typeof method === 'string' ? method.toUpperCase() : undefined;
    const known = [...METHODS].join(', ');
    const problem = name
      ? `${subject} has method ${name}, which is not supported, and is skipped.`
      : `${subject} has no method and is skipped.`;
    return {
      code: 'unsupported-method',
      message: `${problem} Use one of ${known}${name && !isAtLeast(openapi, '3.2') ? ", or openapi: '3.2'" : ''}.`,
      place: name ? `${name} ${where}` : where,
    };
  }
  if (typeof path === 'string') return undefined;
  return {
    code: 'endpoint-without-path',
    message: `${subject} has no path and is skipped. Give it one.`,
    place: `${method.toUpperCase()} ${where}`,
  };
}

/** Joins method and path in lower camel case: `getUsersById`. */
export function createOperationId(method: string, path: string): string {
  const name = path
    .split(/(\{[^}]*\})/)
    .map((piece) => (piece.startsWith('{') ? `By${pascalCase(piece)}` : pascalCase(piece)))
    .join('');
  return method.toLowerCase() + (name === '' ? 'Root' : name);
}

export function pascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Splits text into words. ASCII has its own expression,
 * since loading Unicode's tables takes half a millisecond.
 */
function wordsOf(text: string): string[] {
  return /^[ -~]*$/.test(text) ? text.split(/[^a-zA-Z0-9]+/) : unicodeWordsOf(text);
}

function unicodeWordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}
