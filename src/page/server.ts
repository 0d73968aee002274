import { toError } from '../shared/errors.js';
import { splitTarget } from '../shared/http.js';
import { emitWarning } from '../shared/runtime.js';
import { createGuard } from './auth.js';
import { createMiddleware, createMounted, sendFrom, type Served } from './handlers.js';
import { nodeDocsRequest, nodeHandler, useHandler } from './node.js';
import { normalizeBase, splitAtBase } from './paths.js';
import { resourceHeaders, respondAsked, respondAt, respondWith, type ServerContext } from './respond.js';
import { Resources, type HeadersOf } from './resources.js';
import { resolveAuth, resolveUI } from './settings.js';
import { createSignIn } from './sign-in.js';
import type { DocsRequest } from '../documents/openapi/config/page-options.js';
import {
  movedRequest,
  plainRequest,
  type AskedRequest,
  type DocsResponse,
  type DocsServer,
  type DocsSource,
  type Family,
  type Location,
  type NodeHandler,
  type ServedView,
} from './docs-server.js';
import { viewerConfig } from './viewers.js';
import { familyOf, findView } from './views.js';
import { findViewer, type FindViewer } from './viewer-file.js';

interface Core extends ServerContext {
  readonly source: Pick<DocsSource, 'title' | 'views' | 'onError' | 'notice'>;
}

/**
 * Creates the docs server of a source.
 *
 * @param find returns the installed viewer's file
 * @throws ConfigError if `ui.specCORSOrigin` is no valid header value
 * @throws ConfigError if `ui.contentSecurityPolicy` is invalid
 * @throws ConfigError if `ui.viewerSource` is `'local'` and the viewer is not installed
 */
export function createDocsServer(source: DocsSource, find: FindViewer = findViewer): DocsServer {
  const ui = resolveUI(source.ui);
  const auth = resolveAuth(source.docsAuth);
  const guard = createGuard(auth, source.authorize);
  const headersOf: HeadersOf = (name) => resourceHeaders(ui, guard, name);
  const resources = new Resources({ source, ui, headersOf, find, hasSessions: guard.hasSessions });
  const signIn = createSignIn(auth, guard, ui);
  const core: Core = { ui, guard, resources, signIn, source };
  return {
    respond: (request, family) => respondBelow(core, request, family),
    admits: (request) => admits(core, request),
    protects: guard.protects,
    credentialHeaders: guard.headers,
    viewNames: () => source.views().map(({ name }) => name),
    warn: (error) => {
      warn(core, error);
    },
    locate: (pathname, base) => locatePath(core, pathname, base),
    served: () => source.notice?.served(),
    handler: () => createHandler(core, (...asked) => respondAsked(...asked, 'alone')),
    specHandler: () => createHandler(core, (...asked) => respondWith(...asked, 'json')),
    middleware: (base) => {
      const handler = createMiddleware(servedOf(core), normalizeBase(base));
      source.notice?.served();
      return handler;
    },
    mounted: () => createMounted(servedOf(core)),
    mount: (app, base) => {
      useHandler(app, normalizeBase(base) || '/', createMounted(servedOf(core)));
      source.notice?.served();
    },
    getUIConfig: () => JSON.stringify(viewerConfig(ui, source.document())),
  };
}

type Respond = (context: ServerContext, request: AskedRequest) => Promise<DocsResponse>;

/**
 * Responds to a request. It calls `onError` for each error, in addition to the framework's error handling.
 */
async function respond(core: Core, request: AskedRequest, answer: Respond): Promise<DocsResponse> {
  try {
    core.source.notice?.asked();
    return await answer(core, request);
  } catch (error) {
    report(core, error, request);
    throw error;
  }
}

function respondBelow(core: Core, request: AskedRequest, parent?: Family): Promise<DocsResponse> {
  const { source } = core;
  const match = findView(source.views(), request.path);
  if (match !== undefined) {
    const { view, path } = match;
    const family = createFamily(core, view);
    return view.server.respond(movedRequest(request, { base: `${request.base}/${view.name}`, path }), family);
  }
  const family = parent ?? (source.views().length > 0 ? createFamily(core) : undefined);
  return respond(core, request, (context, asked) => respondAt(context, asked, family));
}

function createFamily(core: Core, current?: ServedView): Family {
  const { guard } = core;
  const own = {
    protects: guard.protects,
    credentialHeaders: guard.headers,
    admits: (request: DocsRequest) => admits(core, request),
  };
  return familyOf(core.source, own, current);
}

/**
 * Returns whether the reader may see the docs. An error of `authorize` counts as false, which only removes a
 * link from the page.
 */
async function admits(core: Core, request: DocsRequest): Promise<boolean> {
  const { guard } = core;
  if (guard.misconfigured) return false;
  try {
    return (await guard.judge(request)).refusal === undefined;
  } catch (error) {
    report(core, error, request);
    return false;
  }
}

function locatePath({ resources, source }: Core, pathname: string, base: string): Location | undefined {
  const location = splitAtBase(pathname, base);
  if (location?.base !== '') return location;
  const isOurs = resources.nameAt(location.path) ?? findView(source.views(), location.path);
  return isOurs === undefined ? undefined : location;
}

function report({ source: { onError } }: Core, error: unknown, request: DocsRequest): void {
  onError?.(error, plainRequest(request, request));
}

/** Emits a process warning for an error that no framework handles, unless there is an `onError`. */
function warn({ source: { onError } }: Core, error: unknown): void {
  if (onError !== undefined) return;
  const { message, stack } = toError(error);
  emitWarning(`The documentation could not be served: ${message}`, {
    type: 'DocsWarning',
    ...(stack !== undefined && { detail: stack }),
  });
}

function createHandler(core: Core, answer: Respond): NodeHandler {
  core.source.notice?.served();
  return nodeHandler((request, response, next) => {
    const { pathname, query } = splitTarget(request.url ?? '/');
    const asked = nodeDocsRequest(request, { base: '', path: pathname }, query);
    sendFrom(servedOf(core), respond(core, asked, answer), { response, next });
  });
}

function servedOf(core: Core): Served {
  return {
    respond: (request) => respondBelow(core, request),
    locate: (pathname, base) => locatePath(core, pathname, base),
    warn: (error) => {
      warn(core, error);
    },
  };
}
