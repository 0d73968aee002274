import { SENT } from './run.mjs';

/** The application writes the function that sends. */
const fetcher = {
  fetch: ({ method, url, urlSearchParams, parameters }) => {
    if (urlSearchParams) url.search = urlSearchParams.toString();
    const body = parameters?.body && JSON.stringify(parameters.body);
    return fetch(url, { method, ...(body && { body, headers: { 'content-type': 'application/json' } }) });
  },
};

export const callsOf = (client) => (base) => {
  const api = client.createApiClient(fetcher, base);
  return {
    path: () => api.get('/notes/{name}', { path: { name: SENT.name } }),
    list: () => api.get('/notes', { query: { tags: SENT.tags } }),
    json: () => api.get('/found', { query: { filter: SENT.filter } }),
    body: () => api.post('/notes', { body: SENT.note }),
    query: () => api.query?.('/notes', { body: SENT.note }) ?? 'missing',
  };
};
