import type { DocsRequest } from '../spec/config.js';
import type { Guard, Verdict } from './auth.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import type { PageName, ResourceName } from './places.js';
import type { Resources } from './resources.js';
import { BASE_HEADERS, emptyResponse, NO_BODY, textResponse, type Headers } from './responses.js';
import type { UISettings } from './settings.js';
import type { DocsResponse, DocumentLink, Family } from './source.js';

/** Everything that an answer depends on besides the request. */
export interface ServerContext {
  readonly ui: UISettings;
  readonly guard: Guard;
  readonly resources: Resources;
}

type Answer = DocsResponse | Promise<DocsResponse>;

const ALLOW = 'GET, HEAD, OPTIONS';

/** The pure core: the resource that the request's path names. */
export function respondAt(context: ServerContext, request: DocsRequest, family?: Family): Answer {
  const name = context.resources.nameAt(request.path);
  return name === 'page' ? respondAsked(context, request, name, family) : respondWith(context, request, name);
}

/** A page, or what its address is asked for by the query. */
export function respondAsked(
  context: ServerContext,
  request: DocsRequest,
  page: PageName,
  family?: Family,
): Answer {
  const name = context.resources.nameAsked(page, request.query);
  return respondWith(context, request, name, name === page ? family : undefined);
}

/**
 * Answers with the named resource; OPTIONS asks for no credentials.
 *
 * @param family the documents that the page links to
 */
export function respondWith(
  context: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
  family?: Family,
): Answer {
  const { guard } = context;
  if (guard.misconfigured) return finish(context, request, name, guard.misconfigured);
  if (request.method === 'OPTIONS')
    return finish(context, request, name, answerOptions(context, request, name));
  const verdict = guard.judge(request);
  if (verdict instanceof Promise)
    return verdict.then((known) => answerReader(context, request, name, { verdict: known, family }));
  return answerReader(context, request, name, { verdict, family });
}

function answerReader(
  context: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
  { verdict, family }: { readonly verdict: Verdict; readonly family: Family | undefined },
): Answer {
  const { resources } = context;
  if (verdict.refusal) return finish(context, request, name, verdict.refusal);
  if (name === undefined) return finish(context, request, name, notFound());
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refusal = textResponse(405, `Method not allowed; allowed are ${ALLOW}.`, { allow: ALLOW });
    return finish(context, request, name, refusal);
  }
  if (family !== undefined) return answerPage(resources, request, family);
  const resource = resources.get(name);
  return resource instanceof Promise
    ? resource.then((made) => made.answer(request))
    : resource.answer(request);
}

/** The page with links to the documents that its reader may see. */
function answerPage(resources: Resources, request: DocsRequest, family: Family): Answer {
  const answer = (documents: readonly DocumentLink[]): DocsResponse =>
    resources.getPage(documents, family).answer(request);
  const documents = family.documentsFor(request);
  return documents instanceof Promise ? documents.then(answer) : answer(documents);
}

function answerOptions(
  { guard }: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
): DocsResponse {
  if (name === undefined) return notFound();
  const preflight = isSpec(name) && preflightHeaders(request, ALLOW, guard.headers);
  return emptyResponse(204, { allow: ALLOW, ...preflight });
}

function notFound(): DocsResponse {
  return textResponse(404, 'There is nothing here.');
}

/** An answer that is no resource: with the spec's CORS headers, and without a body for HEAD. */
function finish(
  { ui }: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
  { status, headers, body }: DocsResponse,
): DocsResponse {
  return {
    status,
    headers: isSpec(name) ? { ...headers, ...corsHeaders(ui.corsOrigin) } : headers,
    body: request.method === 'HEAD' ? NO_BODY : body,
  };
}

/** The headers of a resource whatever its content is. */
export function resourceHeaders(
  ui: UISettings,
  { protects, headers }: Pick<Guard, 'protects' | 'headers'>,
  name: ResourceName,
): Headers {
  const scope = protects ? 'private' : 'public';
  return {
    ...BASE_HEADERS,
    // The viewer's path changes with its content; everything else is asked for again, and mostly answered 304.
    'cache-control': name === 'viewer' ? `${scope}, max-age=31536000, immutable` : `${scope}, no-cache`,
    vary: ['Accept-Encoding', ...headers].join(', '),
    ...(isSpec(name) && corsHeaders(ui.corsOrigin)),
  };
}

function isSpec(name: ResourceName | undefined): boolean {
  return name === 'json' || name === 'yaml';
}
