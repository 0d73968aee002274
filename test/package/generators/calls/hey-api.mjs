import { SENT } from './run.mjs';

export const callsOf = (client) => (baseUrl) => ({
  path: () => client.getNote({ baseUrl, path: { name: SENT.name } }),
  list: () => client.listNotes({ baseUrl, query: { tags: SENT.tags } }),
  json: () => client.findNotes({ baseUrl, query: { filter: SENT.filter } }),
  body: () => client.addNote({ baseUrl, body: SENT.note }),
  query: () => client.searchNotes?.({ baseUrl, body: SENT.note }) ?? 'missing',
});
