import type { Guard } from './auth.js';
import type { PageName, ResourceName, ServedName } from './paths.js';
import type { Resources } from './resources.js';
import { BASE_HEADERS, emptyResponse, type Headers, NO_BODY, textResponse } from './responses.js';
import type { UISettings } from './settings.js';
import type { SignIn } from './sign-in.js';
import type { AskedRequest, DocsResponse, Family } from './docs-server.js';
import type { DocsRequest } from '../documents/openapi/config/page-options.js';

export interface ServerContext {
  readonly ui: UISettings;
  readonly guard: Guard;
  readonly resources: Resources;
  readonly signIn: SignIn | undefined;
}

const ALLOW = 'GET, HEAD, OPTIONS';

export function respondAt(
  context: ServerContext,
  request: AskedRequest,
  family?: Family,
): Promise<DocsResponse> {
  const name = context.resources.nameAt(request.path);
  return name === 'page' ? respondAsked(context, request, name, family) : respondWith(context, request, name);
}

export function respondAsked(
  context: ServerContext,
  request: AskedRequest,
  page: PageName,
  family?: Family,
): Promise<DocsResponse> {
  const name = context.resources.nameAsked(page, request.query);
  return respondWith(context, request, name, name === page ? family : undefined);
}

/**
 * Returns the response of a named resource. OPTIONS needs no credentials.
 *
 * @param family the documents that the page links to
 */
export async function respondWith(
  context: ServerContext,
  request: AskedRequest,
  name: ResourceName | undefined,
  family?: Family,
): Promise<DocsResponse> {
  const { guard, resources, signIn } = context;
  const end = (response: DocsResponse): DocsResponse => finish(context, request, name, response);
  if (guard.misconfigured) return end(guard.misconfigured);
  if (name === 'session' && signIn !== undefined) return end(await answerSession(signIn, request));
  if (request.method === 'OPTIONS') return end(answerOptions(context, request, name));
  const { refusal, isSignedIn = false } = await guard.judge(request);
  if (refusal) {
    const isUsual = refusal === guard.usualRefusal && name === 'page' && isRead(request);
    return end((isUsual ? signIn?.page(request) : undefined) ?? refusal);
  }
  if (name === undefined || name === 'session') return end(notFound());
  if (!isRead(request)) return end(notAllowed(ALLOW));
  if (name === 'page') return respondPage(context, request, family, isSignedIn);
  return (await resources.get(name)).answer(request);
}

/**
 * Returns the page, which names the documents of a family and who is signed in. Other pages are built once.
 */
async function respondPage(
  { resources }: ServerContext,
  request: AskedRequest,
  family: Family | undefined,
  isSignedIn: boolean,
): Promise<DocsResponse> {
  if (family === undefined && !isSignedIn) return (await resources.get('page')).answer(request);
  const documents = (await family?.documentsFor(request)) ?? [];
  return resources.getPage({ documents, family, isSignedIn }).answer(request);
}

function answerOptions(
  { guard }: ServerContext,
  request: AskedRequest,
  name: ResourceName | undefined,
): DocsResponse {
  if (name === undefined) return notFound();
  const preflight = isSpec(name) && preflightHeaders(request, ALLOW, guard.headers);
  return emptyResponse(204, { allow: ALLOW, ...preflight });
}

function isRead({ method }: AskedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function answerSession(signIn: SignIn, request: AskedRequest): DocsResponse | Promise<DocsResponse> {
  if (request.method === 'POST') return signIn.receive(request);
  if (isRead(request)) return textResponse(303, 'The documentation is at ./', { location: './' });
  const allow = 'GET, HEAD, POST, OPTIONS';
  return request.method === 'OPTIONS' ? emptyResponse(204, { allow }) : notAllowed(allow);
}

function notAllowed(allow: string): DocsResponse {
  return textResponse(405, `Method not allowed. Allowed methods: ${allow}.`, { allow });
}

function notFound(): DocsResponse {
  return textResponse(404, 'Not found.');
}

function finish(
  { ui }: ServerContext,
  request: AskedRequest,
  name: ResourceName | undefined,
  { status, headers, body }: DocsResponse,
): DocsResponse {
  return {
    status,
    headers: isSpec(name) ? { ...headers, ...corsHeaders(ui.corsOrigin) } : headers,
    body: request.method === 'HEAD' ? NO_BODY : body,
  };
}

export function resourceHeaders(
  ui: UISettings,
  { protects, headers, hasSessions }: Pick<Guard, 'protects' | 'headers' | 'hasSessions'>,
  name: ServedName,
): Headers {
  const scope = protects ? 'private' : 'public';
  const isViewer = name === 'viewer' || name === 'style';
  return {
    ...BASE_HEADERS,
    // The viewer's path changes with its content. Everything else is revalidated, mostly with a 304.
    'cache-control': isViewer ? `${scope}, max-age=31536000, immutable` : `${scope}, no-cache`,
    // The viewer's files are large and equal for all readers, so `Vary` has no cookie.
    vary: ['Accept-Encoding', ...headers, ...(hasSessions && !isViewer ? ['Cookie'] : [])].join(', '),
    ...(isSpec(name) && corsHeaders(ui.corsOrigin)),
  };
}

function isSpec(name: ResourceName | undefined): boolean {
  return name === 'json' || name === 'yaml' || name === 'markdown' || name === 'index';
}

/** Seconds for which a browser may cache a preflight response. */
const PREFLIGHT_AGE = 600;

/** Returns the CORS headers. Error responses have them too, so that the calling page can read the reason. */
function corsHeaders(origin: string | undefined): Headers {
  return origin === undefined
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag' };
}

function preflightHeaders(request: DocsRequest, methods: string, credentials: readonly string[]): Headers {
  if (request.headers['access-control-request-method'] === undefined) return {};
  return {
    'access-control-allow-methods': methods,
    // The header lists all names, because `*` does not include Authorization.
    'access-control-allow-headers': [...new Set(['Authorization', 'If-None-Match', ...credentials])].join(
      ', ',
    ),
    'access-control-max-age': String(PREFLIGHT_AGE),
  };
}
