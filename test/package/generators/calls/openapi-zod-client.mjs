import { SENT } from './run.mjs';

export const callsOf =
  ({ createApiClient }) =>
  (base) => {
    const api = createApiClient(base);
    return {
      path: () => api.get('/notes/:name', { params: { name: SENT.name } }),
      list: () => api.get('/notes', { queries: { tags: SENT.tags } }),
      json: () => api.get('/found', { queries: { filter: SENT.filter } }),
      body: () => api.post('/notes', SENT.note),
      query: () => api.query?.('/notes', SENT.note) ?? 'missing',
    };
  };
