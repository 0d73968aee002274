import { ANY_VALUE } from '../../decorators/type-input.js';
import type { Finding } from '../shared/diagnostics.js';
import { ConfigError } from '../shared/errors.js';
import type { Constructor } from '../shared/types.js';
import { isClass, omitUndefined } from '../shared/values.js';
import { CONTRADICTIONS } from '../shared/handler-symbols.js';
import { once } from '../shared/once.js';
import type { Note } from '../built-docs.js';
import { Docs } from '../docs.js';
import { extraModelsOf } from '../documents/model/nest-swagger/metadata.js';
import type { ValidationOptions } from '../documents/model/validation-options.js';
import type { Config } from '../documents/openapi/config/config.js';
import { normalizePath } from '../documents/openapi/paths/path.js';
import type { Endpoint } from '../documents/openapi/types/endpoint.js';
import { renameInputs, withPublicNames } from '../documents/openapi/create/input-names.js';
import { openapiOf } from '../documents/openapi/config/resolve-config.js';
import { createEndpointMaker } from './endpoints.js';
import { globalEnhancers } from './enhancers.js';
import { createGuardReader } from './guards.js';
import {
  configIn,
  InvalidGuardStatuses,
  type NestDocsConfig,
  type ResolvedRouteOptions,
  resolveRouteOptions,
} from './nest-options.js';
import { insideOf, isRecorded, KEYS, type NestApplicationLike, type NestInside } from './nest-internals.js';
import { selectOperations } from './operations.js';
import { reportRepeatedPrefix } from './repeated-prefix.js';
import { reportUnregistered } from './unregistered-routes.js';
import { reportUnreachable } from './unreachable-routes.js';
import { findRoutes, type NestRoute } from './routes.js';
import { settingsWatch } from './settings-watch.js';
import { reportInterceptors } from './interceptors.js';
import type { RequestContext } from './request/request.js';
import { responseWatch } from './response-watch.js';
import { validationOf } from './request/validation.js';

/**
 * Documents every route of a Nest application from Nest's own metadata. The application need not listen; one
 * in preview mode (`NestFactory.create(AppModule, { preview: true })`) is enough. Call it after
 * `setGlobalPrefix`, `enableVersioning` and `useGlobalPipes`, because they affect the document. For a type
 * that it cannot read it writes an open schema, and it skips a route that it cannot read; a diagnostic
 * reports either.
 *
 * @param config options of the document, and of the routes under `routes`. @default those of the
 *   application's `DtospecModule`
 * @throws ConfigError for a value that is not a Nest application
 * @throws ConfigError for an invalid configuration
 * @example
 * const app = await NestFactory.create(AppModule);
 * app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
 * nestDocs(app, { info: { title: 'Cats', version: '1.0.0' } }).mount(app, '/docs');
 * await app.listen(3000);
 */
export function nestDocs(app: NestApplicationLike, config?: NestDocsConfig): Docs {
  return config === undefined
    ? docsOfModule(app, { title: '', version: '' })
    : documentRoutes(insideOf(app), config);
}

/**
 * Documents an application with the options of its
 * `DtospecModule`. Without that module, `info` names the document.
 */
export function docsOfModule(app: NestApplicationLike, info: NestDocsConfig['info']): Docs {
  const inside = insideOf(app);
  return documentRoutes(inside, configIn(inside) ?? { info });
}

export function documentRoutes(inside: NestInside, config: NestDocsConfig): Docs {
  const notes: Note[] = [];
  const report = (finding: Finding): void => {
    notes.push(finding);
  };
  const checkLater: RequestContext['checkLater'] = (check) => {
    notes.push(once(() => findingsOf(check)));
  };
  const routes = findRoutes(inside, report);
  const docs = new Docs(docsConfig(inside, routes, config));
  addRoutes(docs, inside, routes, config, { report, checkLater });
  return docs.validatedByNest(settingsWatch(inside)).note(...notes);
}

function findingsOf(check: (report: (finding: Finding) => void) => void): readonly Finding[] {
  const findings: Finding[] = [];
  check((finding) => {
    findings.push(finding);
  });
  return findings;
}

/** Reports that the compiler recorded no types of any handler, so that each body and response is unknown. */
function reportUnrecorded(routes: readonly NestRoute[], report: (finding: Finding) => void): void {
  const [first] = routes;
  const isRecordedFor = ({ handler }: NestRoute): boolean =>
    isRecorded(KEYS.parameterTypes, handler.prototype, handler.methodName);
  if (first === undefined || routes.some(isRecordedFor)) return;
  report({
    code: 'no-recorded-types',
    message:
      'The compiler recorded no types of handlers, so the classes of bodies and responses are unknown, and no pipe validates them. tsx and esbuild record none: compile with tsc and emitDecoratorMetadata, with swc, or with vite 8.',
    place: first.handler.place,
  });
}

export function docsConfig(
  inside: NestInside,
  routes: readonly NestRoute[],
  { routes: _, ...config }: NestDocsConfig,
): Config {
  // If no pipe validates, an object whose class has no rules is not rejected.
  const validation = config.validation ?? commonValidation(inside) ?? { forbidUnknownValues: false };
  const models = [...new Set([...(config.models ?? []), ...extraModelsIn(routes)])];
  return {
    ...config,
    implicitConversion: config.implicitConversion ?? 'declared',
    validation,
    ...(models.length > 0 && { models }),
  };
}

function extraModelsIn(routes: readonly NestRoute[]): Constructor[] {
  const controllers = new Set(routes.map(({ controller }) => controller));
  const callbacks = new Set(routes.map(({ handler }) => handler.callback as Constructor));
  // If modules import each other, a decorator may have received undefined.
  return [...controllers, ...callbacks].flatMap(extraModelsOf).filter(isClass);
}

function addRoutes(
  docs: Docs,
  inside: NestInside,
  routes: readonly NestRoute[],
  config: NestDocsConfig,
  { report, checkLater }: Pick<RequestContext, 'report' | 'checkLater'>,
): void {
  const options = resolveRouteOptions(config);
  requireVersioning(options, inside);
  const context = {
    declaredValidation: config.validation,
    decidesNull: config.nullableOptional !== undefined,
    common: commonValidation(inside),
    report,
    checkLater,
    platform: inside,
    guards: createGuardReader(inside, options, report),
    security: config.security ?? [],
    schemes: new Set(config.auth?.schemes?.map(({ name }) => name)),
  };
  reportUnrecorded(routes, report);
  if (options.wrap === undefined) reportInterceptors(inside, report);
  const operations = selectOperations(routes, options, openapiOf(config), inside.platform, report);
  const { registered } = inside;
  checkLater((later) => {
    reportUnreachable(operations, inside.platform, later);
    if (registered !== undefined) reportUnregistered(routes.filter(options.include), registered, later);
    reportRepeatedPrefix(config.servers, inside.config.getGlobalPrefix(), later);
  });
  const makeEndpoint = createEndpointMaker(inside, options, context, operations);
  const watch = responseWatch(inside);
  for (const operation of operations) {
    const { place } = operation.route.handler;
    try {
      const documented = makeEndpoint(operation);
      const last = documented && options.endpoint(withPublicNames(documented.endpoint), operation.route);
      if (last === undefined) continue;
      if (documented?.contradiction !== undefined) {
        const { path } = normalizePath(last.path, () => undefined, place);
        docs[CONTRADICTIONS].set(`${last.method} ${path}`, documented.contradiction);
      }
      if (documented?.isSerialized === true) watch?.(operation.route.handler, last.responses);
      if (documented?.webhook === undefined) docs.add(last);
      else addWebhook(docs, documented.webhook, last);
    } catch (error) {
      if (error instanceof InvalidGuardStatuses) throw error;
      report({
        code: 'broken-endpoint',
        message: `The handler could not be read and is left out: ${error instanceof Error ? error.message : String(error)}`,
        place,
      });
    }
  }
  if (options.errors !== false) context.guards.reportUnknown();
}

function requireVersioning({ version }: ResolvedRouteOptions, inside: NestInside): void {
  if (version !== undefined && inside.config.getVersioning() === undefined)
    throw new ConfigError(
      'nestDocs(app, { routes: { version } }) needs an application with versions. Call app.enableVersioning() before nestDocs, or leave version out.',
    );
}

function commonValidation(inside: NestInside): ValidationOptions | undefined {
  return validationOf(globalEnhancers('pipe', inside))?.options;
}

function addWebhook(docs: Docs, name: string, endpoint: Endpoint): void {
  const { requestBody, operationId, summary, tags } = renameInputs(endpoint, () => undefined);
  docs.addWebhook(requestBody?.schema ?? ANY_VALUE, {
    name,
    ...omitUndefined({ operationId, summary, tags }),
  });
}
