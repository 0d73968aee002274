import { createGuard } from './auth.js';
import { createErrorReports, type ErrorReports } from './error-reports.js';
import {
  nodeHandler,
  readNodeRequest,
  sendAnswer,
  writeNodeResponse,
  type ConnectRequest,
  type Exchange,
} from './node.js';
import { normalizeBase, splitAtBase, splitTarget } from './paths.js';
import { resourceHeaders, respondAsked, respondAt, respondWith, type ServerContext } from './respond.js';
import { Resources, type HeadersOf } from './resources.js';
import { textResponse } from './responses.js';
import { resolveAuth, resolveUI } from './settings.js';
import { useHandler } from './serving-error.js';
import type { DocsRequest } from '../spec/config.js';
import type { DocsResponse, DocsServer, DocsSource, Location, NodeHandler } from './source.js';
import { viewerConfig } from './viewer-config.js';
import { findViewer, type FindViewer } from './viewer-file.js';

/** The core and whom it tells of errors: what every handler is made of. */
interface Core {
  readonly context: ServerContext;
  readonly reports: ErrorReports;
}

/**
 * The docs server of a source.
 *
 * @param find gives the installed viewer's file, if there is one
 * @throws HeaderValueError when `ui.specCORSOrigin` cannot be a header's value.
 * @throws PolicyError when `ui.contentSecurityPolicy` holds what no policy can.
 * @throws ViewerNotInstalledError when `ui.viewerSource` is `'local'` and the viewer is not installed.
 */
export function createDocsServer(source: DocsSource, find: FindViewer = findViewer): DocsServer {
  const ui = resolveUI(source.ui);
  const guard = createGuard(resolveAuth(source.docsAuth), source.authorize);
  const headersOf: HeadersOf = (name) => resourceHeaders(ui, guard.protects, name);
  const resources = new Resources({ source, ui, headersOf, find });
  const context: ServerContext = { ui, guard, resources };
  const core: Core = { context, reports: createErrorReports(source.onError) };
  return {
    respond: (request) => respond(core, request, respondAt),
    warn: core.reports.warn,
    locate: (pathname, base) => locatePath(context, pathname, base),
    handler: () => createHandler(core, (...asked) => respondAsked(...asked, 'alone')),
    specHandler: () => createHandler(core, (...asked) => respondWith(...asked, 'json')),
    middleware: (base) => createMiddleware(core, normalizeBase(base)),
    mounted: () => createMounted(core),
    mount: (app, base) => {
      useHandler(app, normalizeBase(base) || '/', createMounted(core));
    },
    getUIConfig: () => JSON.stringify(viewerConfig(ui)),
  };
}

type Answer = DocsResponse | Promise<DocsResponse>;
type Respond = (context: ServerContext, request: DocsRequest) => Answer;

/** Whoever is told of errors sees each of them, whatever the framework makes of it. */
function respond({ context, reports }: Core, request: DocsRequest, answer: Respond): Answer {
  const fail = (error: unknown): never => {
    reports.report(error, request);
    throw error;
  };
  try {
    const given = answer(context, request);
    return given instanceof Promise ? given.catch(fail) : given;
  } catch (error) {
    return fail(error);
  }
}

function locatePath({ resources }: ServerContext, pathname: string, base: string): Location | undefined {
  const location = splitAtBase(pathname, base);
  if (location?.base !== '' || resources.nameAt(location.path) !== undefined) return location;
  return undefined;
}

/** Sends the answer to one request of node:http's. */
type Send = (request: DocsRequest, answer: Respond, exchange: Exchange) => void;

function createSend(core: Core): Send {
  return (request, answer, exchange) => {
    sendAnswer(exchange, () => respond(core, request, answer), core.reports.warn);
  };
}

/** Serves one thing whatever the path. */
function createHandler(core: Core, answer: Respond): NodeHandler {
  const send = createSend(core);
  return nodeHandler((request, response, next) => {
    const { pathname, query } = splitTarget(request.url ?? '/');
    send(readNodeRequest(request, { base: '', path: pathname }, query), answer, { response, next });
  });
}

function createMiddleware(core: Core, base: string): NodeHandler {
  const send = createSend(core);
  return nodeHandler((request, response, next) => {
    const { pathname, query } = splitTarget(request.url ?? '/');
    const location = locatePath(core.context, pathname, base);
    if (location) send(readNodeRequest(request, location, query), respondAt, { response, next });
    else if (next) next();
    else writeNodeResponse(response, textResponse(404, 'There is nothing here.'));
  });
}

/** Connect cuts the mount path off `url` and keeps the whole in `originalUrl`. */
function createMounted(core: Core): NodeHandler {
  const send = createSend(core);
  return nodeHandler((request: ConnectRequest, response, next) => {
    const { pathname: below, query } = splitTarget(request.url ?? '/');
    const whole = splitTarget(request.originalUrl ?? request.url ?? '/').pathname;
    const location = locateMounted(core.context, below, whole);
    if (location === undefined && next) next();
    else {
      const docsRequest = readNodeRequest(request, location ?? { base: '', path: below }, query);
      send(docsRequest, respondAt, { response, next });
    }
  });
}

/** Connect gives `/` for the mount path with and without its slash; only the whole path tells. */
function locateMounted(context: ServerContext, below: string, whole: string): Location | undefined {
  if (below === whole) return locatePath(context, below, '');
  if (below === '/' && !whole.endsWith('/')) return { base: whole, path: '' };
  return { base: whole.slice(0, whole.length - below.length), path: below };
}
