import { createGuard } from './auth.js';
import { nodeHandler, readNodeRequest, sendAnswer, type ConnectRequest } from './node.js';
import { normalizeBase, splitAtBase, splitTarget } from './paths.js';
import { respondAt, respondWith, type ServerContext } from './respond.js';
import { Resources, type ResourceName } from './resources.js';
import { textResponse } from './responses.js';
import { resolveAuth, resolveUI } from './settings.js';
import { useHandler } from './serving-error.js';
import type { DocsServer, DocsSource, Location, NodeHandler } from './source.js';
import { viewerConfig } from './viewer-config.js';

/**
 * The docs server of a source (seed 4.1, 4.2; design 6).
 *
 * @throws HeaderValueError when `ui.specCORSOrigin` cannot be a header's value.
 * @throws ViewerNotInstalledError when `ui.viewerSource` is `'local'` and the viewer is not installed.
 */
export function createDocsServer(source: DocsSource): DocsServer {
  const ui = resolveUI(source.ui);
  const guard = createGuard(resolveAuth(source.docsAuth), source.authorize);
  const context: ServerContext = { ui, guard, resources: new Resources(source, ui) };
  const locate = (pathname: string, base: string): Location | undefined =>
    locatePath(context, pathname, base);
  const middleware = (base: string): NodeHandler => createMiddleware(context, base);
  return {
    respond: (request) => respondAt(context, request),
    locate,
    handler: () => createHandler(context, 'page'),
    specHandler: () => createHandler(context, 'json'),
    middleware,
    mounted: () => createMounted(context),
    mount: (app, base) => {
      useHandler(app, normalizeBase(base) || '/', createMounted(context));
    },
    getUIConfig: () => JSON.stringify(viewerConfig(ui)),
  };
}

function locatePath({ resources }: ServerContext, pathname: string, base: string): Location | undefined {
  const location = splitAtBase(pathname, normalizeBase(base));
  if (location?.base !== '' || resources.nameAt(location.path) !== undefined) return location;
  return undefined;
}

/** Serves one resource whatever the path; the page also serves the local viewer that it refers to. */
function createHandler(context: ServerContext, name: ResourceName): NodeHandler {
  return nodeHandler((request, response, next) => {
    const { pathname } = splitTarget(request.url ?? '/');
    const end = pathname.indexOf('/viewer/');
    const asked = end < 0 ? undefined : context.resources.nameAt(pathname.slice(end));
    const location = { base: '', path: pathname };
    const docsRequest = readNodeRequest(request, location);
    sendAnswer(
      response,
      () => respondWith(context, docsRequest, name === 'page' ? (asked ?? name) : name),
      next,
    );
  });
}

function createMiddleware(context: ServerContext, base: string): NodeHandler {
  const prefix = normalizeBase(base);
  return nodeHandler((request, response, next) => {
    const { pathname } = splitTarget(request.url ?? '/');
    const location = locatePath(context, pathname, prefix);
    if (location) {
      const docsRequest = readNodeRequest(request, location);
      sendAnswer(response, () => respondAt(context, docsRequest), next);
    } else if (next) next();
    else sendAnswer(response, () => textResponse(404, 'There is nothing here.'), undefined);
  });
}

/** Connect cuts the mount path off `url` and keeps the whole in `originalUrl`. */
function createMounted(context: ServerContext): NodeHandler {
  return nodeHandler((request: ConnectRequest, response, next) => {
    const below = splitTarget(request.url ?? '/').pathname;
    const whole = splitTarget(request.originalUrl ?? request.url ?? '/').pathname;
    const location = locateMounted(context, below, whole);
    if (location === undefined && next) {
      next();
      return;
    }
    const docsRequest = readNodeRequest(request, location ?? { base: '', path: below });
    sendAnswer(response, () => respondAt(context, docsRequest), next);
  });
}

/** Connect gives `/` for the mount path with and without its slash; only the whole path tells. */
function locateMounted(context: ServerContext, below: string, whole: string): Location | undefined {
  if (below === whole) return locatePath(context, below, '');
  if (below === '/' && !whole.endsWith('/')) return { base: whole, path: '' };
  return { base: whole.slice(0, whole.length - below.length), path: below };
}
