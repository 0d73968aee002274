// The types have no code: they are for openapi-fetch.
import createClient from 'openapi-fetch';
import { SENT } from './run.mjs';

export const callsOf = () => (baseUrl) => {
  const client = createClient({ baseUrl });
  return {
    path: () => client.GET('/notes/{name}', { params: { path: { name: SENT.name } } }),
    list: () => client.GET('/notes', { params: { query: { tags: SENT.tags } } }),
    json: () => client.GET('/found', { params: { query: { filter: SENT.filter } } }),
    body: () => client.POST('/notes', { body: SENT.note }),
    // The types lack operations with the method QUERY.
    query: () => 'missing',
  };
};
