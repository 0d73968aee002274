import type { Finding } from '../shared/diagnostics.js';
import { normalizePath, readCustomMethod } from '../documents/openapi/paths/path.js';
import type { OpenApiVersion } from '../documents/openapi/config/config.js';
import { isKnownMethod } from '../documents/openapi/paths/methods.js';
import type { Constructor } from '../shared/types.js';
import type { Versioning } from './nest-internals.js';
import type { ResolvedRouteOptions } from './nest-options.js';
import { formsInFastify } from './fastify-paths.js';
import { formsInExpress } from './optional-parts.js';
import type { NestRoute } from './routes.js';
import { pascalCase } from '../documents/openapi/paths/routes.js';

export interface Operation {
  readonly route: NestRoute;
  readonly method: string;
  /** True if the handler has several methods or paths, so that its name is no operationId. */
  readonly isOneOfSeveral: boolean;
}

/** The methods that document `@All`. Such a handler responds to all others, too. */
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'SEARCH'];

/**
 * Selects the operations of routes. OpenAPI allows one for each method and path: the first that Nest
 * registers, or the latest of versions by header.
 *
 * @param platform `express` or `fastify`
 */
export function selectOperations(
  routes: readonly NestRoute[],
  { include, version }: Pick<ResolvedRouteOptions, 'include' | 'version'>,
  openapi: OpenApiVersion,
  platform: string,
  report: (finding: Finding) => void,
): Operation[] {
  const formsOf = platform === 'fastify' ? formsInFastify : formsInExpress;
  const wanted = routes
    .filter((route) => include(route) && answers(route, version))
    .flatMap((route) =>
      formsOf(route, report).map((path) => (path === route.path ? route : { ...route, path })),
    );
  const counts = new Map<object, number>();
  for (const { handler } of wanted) counts.set(handler, (counts.get(handler) ?? 0) + 1);
  const kept = new Map<string, Operation>();
  for (const route of wanted)
    for (const method of methodsOf(route, openapi, report)) {
      const key = `${method} ${normalizePath(readCustomMethod(route.path), () => undefined, '').shape}`;
      const operation = { route, method, isOneOfSeveral: (counts.get(route.handler) ?? 0) > 1 };
      const before = kept.get(key);
      if (before === undefined) kept.set(key, operation);
      else kept.set(key, choose(before, operation, platform, report));
    }
  return [...kept.values()];
}

function answers({ versioning, versions, neutral }: NestRoute, version: string | undefined): boolean {
  if (version === undefined || versioning === undefined) return true;
  return neutral || versions.includes(version);
}

function methodsOf(
  { method, path, handler }: NestRoute,
  openapi: OpenApiVersion,
  report: (finding: Finding) => void,
): readonly string[] {
  if (method === 'ALL') return ALL.filter((method) => isKnownMethod(method, openapi));
  if (isKnownMethod(method, openapi)) return [method];
  report({
    code: 'method-not-in-openapi',
    message: `OpenAPI ${openapi} has no ${method} operations: ${path} is left out. To document them, set openapi: '3.2'.`,
    place: handler.place,
  });
  return [];
}

function choose(
  before: Operation,
  next: Operation,
  platform: string,
  report: (finding: Finding) => void,
): Operation {
  // Several modules may register the same controller.
  if (
    next.route.handler.place === before.route.handler.place &&
    next.route.controller === before.route.controller
  )
    return before;
  const hidesAll = platform === 'express' && isOfEveryVersion(before.route);
  const isLater = !hidesAll && latest(next.route) > latest(before.route) && next.route.versioning !== 'uri';
  const [kept, hidden] = isLater ? [next, before] : [before, next];
  // An @All route that another method's route hides in part needs no diagnostic.
  if (hidden.route.method === 'ALL') return kept;
  const keptPlace = kept.route.handler.place;
  const hiddenPlace = hidden.route.handler.place;
  const byVersion = kept.route.versions.join() !== hidden.route.versions.join();
  if (byVersion && hidesAll) {
    report({
      code: 'unreachable-route',
      message: `${hidden.method} ${hidden.route.path} never runs: Express runs ${keptPlace} for every version. Declare the route of a version first.`,
      place: hiddenPlace,
    });
    return kept;
  }
  report({
    code: 'shadowed-route',
    message: `${hidden.method} ${hidden.route.path} is handled by ${keptPlace}, too. OpenAPI allows one of them: ${hiddenPlace} is left out. ${byVersion ? "Make a document of each version: nestDocs(app, { routes: { version: '1' } })." : 'Remove one of them, or document it separately with routes.include.'}`,
    place: hiddenPlace,
  });
  return kept;
}

/** Returns whether a route answers requests of any version, also on a platform that asks it first. */
function isOfEveryVersion({ neutral, versions }: NestRoute): boolean {
  return neutral || versions.length === 0;
}

function latest({ versions }: NestRoute): number {
  return Math.max(0, ...versions.map((version) => Number.parseFloat(version.replace(/^[^0-9]*/, '')) || 0));
}

interface Names {
  readonly idOf: (operation: Operation) => string;
  readonly idOfHandler: (controller: Constructor, methodName: string) => string | undefined;
}

export function nameOperations(
  operations: readonly Operation[],
  options: Pick<ResolvedRouteOptions, 'operationId'>,
  versioning: Versioning | undefined,
): Names {
  const makeId = idMaker(operations, options, versioning);
  const taken = new Set<string>();
  const ids = new Map<Operation, string>();
  for (const operation of operations) {
    const wanted = makeId(operation);
    let id = wanted;
    for (let number = 2; taken.has(id); number++) id = `${wanted}${number}`;
    taken.add(id);
    ids.set(operation, id);
  }
  return {
    idOf: (operation) => ids.get(operation) ?? '',
    idOfHandler: (controller, methodName) => {
      const operation = operations.find(
        ({ route }) => route.controller === controller && route.methodName === methodName,
      );
      return operation && ids.get(operation);
    },
  };
}

function idMaker(
  operations: readonly Operation[],
  { operationId }: Pick<ResolvedRouteOptions, 'operationId'>,
  versioning: Versioning | undefined,
): (operation: Operation) => string {
  if (operationId === 'nestjs-swagger') {
    const prefix = versioning?.prefix === false ? '' : (versioning?.prefix ?? 'v');
    return ({ route, method }) => {
      const siblings = operations.filter((operation) => operation.route.handler === route.handler);
      const paths = [...new Set(siblings.map((operation) => operation.route.path))];
      const versions = new Set(
        siblings.flatMap((operation) =>
          operation.route.versioning === 'uri' ? operation.route.versions : [],
        ),
      );
      return swaggerOperationId(route, method, { paths, versions: [...versions], prefix });
    };
  }
  return operationId === undefined ? defaultId : ({ route }) => operationId(route);
}

function defaultId({ route, method, isOneOfSeveral }: Operation): string {
  const id = operationIdOf(route, isOneOfSeveral);
  return route.method === 'ALL' ? `${id}By${pascalCase(method.toLowerCase())}` : id;
}

export function tagOf({ controller }: Pick<NestRoute, 'controller'>): string {
  const name = controller.name.replace(/Controller$/, '');
  return name === '' ? controller.name : name;
}

export function summaryOf({ methodName }: Pick<NestRoute, 'methodName'>): string {
  const words = methodName
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns an id such as `usersFindOne` for `UsersController.findOne`, with the version if it is in the path.
 */
function operationIdOf(route: NestRoute, isOneOfSeveral: boolean): string {
  const base = `${lowerFirst(pascalCase(tagOf(route)))}${pascalCase(route.methodName)}`;
  const version =
    route.versioning === 'uri' && isOneOfSeveral
      ? route.versions.map((version) => `V${pascalCase(version)}`).join('')
      : '';
  return base + version;
}

function lowerFirst(text: string): string {
  // `APIKeys` becomes the readable `apiKeys`.
  return text.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|^\p{Lu}/u, (start) => start.toLowerCase());
}

interface SwaggerNaming {
  readonly paths: readonly string[];
  readonly versions: readonly string[];
  readonly prefix: string;
}

/**
 * Returns the id that @nestjs/swagger would use:
 * `UsersController_findOne`, with a suffix such as `_v1` for a version.
 */
function swaggerOperationId(
  { controller, methodName, method: declared, path, versioning, versions }: NestRoute,
  method: string,
  { paths, versions: inPaths, prefix }: SwaggerNaming,
): string {
  const base = `${controller.name}_${methodName}`;
  if (declared === 'ALL') return `${base}_${method.toLowerCase()}`;
  const isAlias = paths.length > 1 && paths.length !== inPaths.length;
  const version = versions[0];
  const suffix = version === undefined ? '' : `_${versioning === 'uri' ? prefix : ''}${version}`;
  return `${base}${isAlias ? `[${paths.indexOf(path)}]` : ''}${suffix}`;
}
