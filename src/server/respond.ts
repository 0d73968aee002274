import type { DocsRequest } from '../spec/config.js';
import type { Guard } from './auth.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { acceptedEncodings, matchesTag } from './negotiate.js';
import type { ResourceName, Resources } from './resources.js';
import { BASE_HEADERS, emptyResponse, NO_BODY, textResponse, type Headers } from './responses.js';
import type { UISettings } from './settings.js';
import type { DocsResponse } from './source.js';

/** Everything that an answer depends on besides the request. */
export interface ServerContext {
  readonly ui: UISettings;
  readonly guard: Guard;
  readonly resources: Resources;
}

const ALLOW = 'GET, HEAD, OPTIONS';
const READS = new Set(['GET', 'HEAD']);

/** The pure core: the resource that the request's path names. */
export function respondAt(
  context: ServerContext,
  request: DocsRequest,
): DocsResponse | Promise<DocsResponse> {
  return respondWith(context, request, context.resources.nameAt(request.path));
}

/** Answers with the named resource; OPTIONS and the redirect ask for no credentials (design 4). */
export function respondWith(
  context: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
): DocsResponse | Promise<DocsResponse> {
  const { guard, ui } = context;
  const finish = (response: DocsResponse): DocsResponse => withoutBody(request, withCORS(response, name, ui));
  if (guard.misconfigured) return finish(guard.misconfigured);
  const isBase = request.path === '' && name === undefined;
  if (request.method === 'OPTIONS') return finish(answerOptions(request, name, isBase));
  if (isBase && READS.has(request.method)) return finish(redirect(request));
  const admitted = guard.admits(request);
  const answer = (ok: boolean): DocsResponse =>
    finish(ok ? answerAdmitted(context, request, name, isBase) : guard.refusal);
  return typeof admitted === 'boolean' ? answer(admitted) : admitted.then(answer);
}

function answerAdmitted(
  context: ServerContext,
  request: DocsRequest,
  name: ResourceName | undefined,
  isBase: boolean,
): DocsResponse {
  if (name === undefined && !isBase) return notFound();
  if (name === undefined || !READS.has(request.method)) {
    return textResponse(405, `Method not allowed; allowed are ${ALLOW}.`, { allow: ALLOW });
  }
  return serve(context, request, name);
}

function serve({ resources, guard }: ServerContext, request: DocsRequest, name: ResourceName): DocsResponse {
  const { representation, headers } = resources.get(name);
  const shared: Headers = {
    ...BASE_HEADERS,
    etag: representation.etag,
    'cache-control': cacheControl(name, guard.protects),
    vary: guard.protects ? 'Accept-Encoding, Authorization' : 'Accept-Encoding',
    ...headers,
  };
  if (matchesTag(request.headers['if-none-match'], representation.etag)) {
    return { status: 304, headers: shared, body: NO_BODY };
  }
  const { encoding, body } = representation.select(acceptedEncodings(request.headers['accept-encoding']));
  return {
    status: 200,
    headers: {
      ...shared,
      'content-type': representation.contentType,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
    body,
  };
}

/** The viewer's path changes with its content; everything else is asked for again, and mostly answered 304. */
function cacheControl(name: ResourceName, isProtected: boolean): string {
  const scope = isProtected ? 'private' : 'public';
  return name === 'viewer' ? `${scope}, max-age=31536000, immutable` : `${scope}, no-cache`;
}

function answerOptions(request: DocsRequest, name: ResourceName | undefined, isBase: boolean): DocsResponse {
  if (name === undefined && !isBase) return notFound();
  return emptyResponse(204, { allow: ALLOW, ...(isSpec(name) && preflightHeaders(request, ALLOW)) });
}

function notFound(): DocsResponse {
  return textResponse(404, 'There is nothing here.');
}

/** From the base to the page; relative, so that it survives a proxy's prefix, and with the query. */
function redirect({ base, query }: DocsRequest): DocsResponse {
  const segment = base.slice(base.lastIndexOf('/') + 1);
  const location = `./${segment}/${query === '' ? '' : `?${query}`}`;
  return emptyResponse(302, {
    location: location.replace(/[^\x21-\x7e]/g, encodeByte),
    'content-length': '0',
    'cache-control': 'no-store',
  });
}

function encodeByte(character: string): string {
  return `%${Buffer.from(character, 'latin1').toString('hex').toUpperCase()}`;
}

function withCORS(response: DocsResponse, name: ResourceName | undefined, ui: UISettings): DocsResponse {
  if (!isSpec(name)) return response;
  return { ...response, headers: { ...response.headers, ...corsHeaders(ui.corsOrigin) } };
}

function isSpec(name: ResourceName | undefined): boolean {
  return name === 'json' || name === 'yaml';
}

function withoutBody(request: DocsRequest, response: DocsResponse): DocsResponse {
  return request.method === 'HEAD' ? { ...response, body: NO_BODY } : response;
}
