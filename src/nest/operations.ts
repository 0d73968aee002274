import type { Finding } from '../shared/diagnostics.js';
import { normalizePath } from '../documents/openapi/paths/path.js';
import type { OpenApiVersion } from '../documents/openapi/config/config.js';
import { isKnownMethod } from '../documents/openapi/paths/methods.js';
import type { Operation } from './endpoints.js';
import type { ResolvedRouteOptions } from './options.js';
import type { NestRoute } from './routes.js';

/** What `@All` is documented as: the methods that clients call; it answers every other too. */
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'SEARCH'];

/**
 * The operations of routes: of two with one method and path, OpenAPI has room for one, which is the first one, as
 * Nest registers them; of versions that a header tells, the latest.
 */
export function selectOperations(
  routes: readonly NestRoute[],
  { include, version }: Pick<ResolvedRouteOptions, 'include' | 'version'>,
  openapi: OpenApiVersion,
  report: (finding: Finding) => void,
): Operation[] {
  const wanted = routes
    .filter((route) => include(route) && answers(route, version))
    .flatMap((route) =>
      formsOf(route.path).map((path) => (path === route.path ? route : { ...route, path })),
    );
  const counts = new Map<object, number>();
  for (const { handler } of wanted) counts.set(handler, (counts.get(handler) ?? 0) + 1);
  const kept = new Map<string, Operation>();
  for (const route of wanted)
    for (const method of methodsOf(route, openapi, report)) {
      const key = `${method} ${normalizePath(route.path, () => undefined, '').shape}`;
      const operation = { route, method, isOneOfSeveral: (counts.get(route.handler) ?? 0) > 1 };
      const before = kept.get(key);
      if (before === undefined) kept.set(key, operation);
      else kept.set(key, choose(before, operation, report));
    }
  return [...kept.values()];
}

/** `/cats{/:id}` and `/cats/:id?` are two paths to OpenAPI, each a form of their own: with the part, and without. */
function formsOf(path: string): string[] {
  const found = /\{(\/[^{}]*)\}|(\/:\w+)\?/.exec(path);
  if (found === null) return [path];
  const [before, after] = [path.slice(0, found.index), path.slice(found.index + found[0].length)];
  const shorter = `${before}${after}`;
  return [
    ...formsOf(`${before}${found[1] ?? found[2] ?? ''}${after}`),
    ...formsOf(shorter === '' ? '/' : shorter),
  ];
}

function answers({ versioning, versions, neutral }: NestRoute, version: string | undefined): boolean {
  return version === undefined || versioning === undefined || neutral || versions.includes(version);
}

function methodsOf(
  { method, path, handler }: NestRoute,
  openapi: OpenApiVersion,
  report: (finding: Finding) => void,
): readonly string[] {
  if (method === 'ALL') return ALL.filter((one) => isKnownMethod(one, openapi));
  if (isKnownMethod(method, openapi)) return [method];
  report({
    code: 'method-not-in-openapi',
    message: `OpenAPI ${openapi} has no ${method} operations: ${path} is left out. OpenAPI 3.2 has them: openapi: '3.2'.`,
    place: handler.place,
  });
  return [];
}

function choose(before: Operation, next: Operation, report: (finding: Finding) => void): Operation {
  const isLater = latest(next.route) > latest(before.route) && next.route.versioning !== 'uri';
  const [kept, hidden] = isLater ? [next, before] : [before, next];
  // What another method's @All answers too is no surprise.
  if (hidden.route.method === 'ALL') return kept;
  const [one, other] = [kept.route.handler.place, hidden.route.handler.place];
  const byVersion = kept.route.versions.join() !== hidden.route.versions.join();
  report({
    code: 'shadowed-route',
    message: `${hidden.method} ${hidden.route.path} is answered by ${one} too, and OpenAPI has room for one of them: ${other} is left out. ${byVersion ? "Make a document of each version: nestDocs(app, { routes: { version: '1' } })." : 'Remove one of them, or document it apart with routes.include.'}`,
    place: other,
  });
  return kept;
}

/** Versions in order: `10` after `9`. */
function latest({ versions }: NestRoute): number {
  return Math.max(0, ...versions.map((version) => Number.parseFloat(version.replace(/^[^0-9]*/, '')) || 0));
}
