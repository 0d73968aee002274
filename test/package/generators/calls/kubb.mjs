import { SENT } from './run.mjs';

export const callsOf = (client) => (baseURL) => ({
  path: () => client.getNote(SENT.name, { baseURL }),
  list: () => client.listNotes({ tags: SENT.tags }, { baseURL }),
  json: () => client.findNotes({ filter: SENT.filter }, { baseURL }),
  body: () => client.addNote(SENT.note, { baseURL }),
  query: () => client.searchNotes?.(SENT.note, { baseURL }) ?? 'missing',
});
