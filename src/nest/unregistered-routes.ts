import type { Finding } from '../shared/diagnostics.js';
import type { RegisteredRoutes } from './nest-internals.js';
import type { NestRoute } from './routes.js';

/** A path that both platforms register as it is written. */
const STATIC = /^[\w/.~-]+$/;

/**
 * Reports routes that Nest has not registered, although the application is initialized: settings came after
 * app.init(), or a module was loaded lazily.
 */
export function reportUnregistered(
  routes: readonly NestRoute[],
  registered: RegisteredRoutes,
  report: (finding: Finding) => void,
): void {
  for (const { path, handler, versioning, method } of routes) {
    // Fastify finds a route with a version by header only with this version.
    const isPlain = STATIC.test(path) && (versioning === undefined || versioning === 'uri');
    if (!isPlain || registered(method === 'ALL' ? 'GET' : method, path)) continue;
    report({
      code: 'unreachable-route',
      message:
        `${method} ${path} never runs: Nest has not registered it. Call setGlobalPrefix() and ` +
        'enableVersioning() before app.init(), which reads them. For a controller of a module that ' +
        'LazyModuleLoader loads, Nest registers no routes: import the module.',
      place: handler.place,
    });
  }
}
