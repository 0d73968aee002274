import { ClientError } from './client-error.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Maximum number of redirects, as in the Fetch Standard. */
const MOST_REDIRECTS = 20;

/**
 * Sends a request and follows its redirects. Another origin gets none of the caller's headers: `fetch` itself
 * removes only `Authorization`.
 *
 * @throws ClientError in browsers, which hide the target of a redirect
 */
export async function fetchFollowing(fetch: Fetch, target: string, request: RequestInit): Promise<Response> {
  const headers = new Headers(request.headers);
  let names = [...headers.keys()].filter((name) => name !== 'content-type');
  if (names.length === 0) return fetch(target, request);
  let url = target;
  let init: RequestInit = { ...request, headers, redirect: 'manual' };
  for (let count = 0; ; count++) {
    const response = await fetch(url, init);
    const refuse = (problem: string): ClientError => new ClientError(target + problem, response, undefined);
    if (response.type === 'opaqueredirect')
      throw refuse(
        ' was redirected, and the browser hides where. Call the target, or pass a fetch that follows.',
      );
    const next = redirectIn(response, url);
    if (next === undefined) return response;
    if (count === MOST_REDIRECTS) throw refuse(` was redirected more than ${MOST_REDIRECTS} times.`);
    await response.body?.cancel();
    if (becomesGet(init.method, response.status)) {
      init = { ...init, method: 'GET', body: null };
      headers.delete('content-type');
    }
    if (next.origin !== new URL(url).origin) {
      for (const name of names) headers.delete(name);
      names = [];
    }
    url = next.href;
  }
}

/** Returns where a response leads, or undefined for one that is no redirect to a valid URL. */
function redirectIn({ status, headers }: Response, url: string): URL | undefined {
  const location = headers.get('location') ?? '';
  const isRedirect = /^30[12378]$/.test(`${status}`) && location !== '';
  return isRedirect && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

/** Returns whether a redirect changes the method (Fetch Standard, 4.4). */
function becomesGet(method: string | undefined, status: number): boolean {
  return method === 'POST' ? status < 304 : status === 303 && method !== 'HEAD';
}
