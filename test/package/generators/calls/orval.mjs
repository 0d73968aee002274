import { SENT } from './run.mjs';

export const callsOf = (client) => () => ({
  path: () => client.getNote(SENT.name),
  list: () => client.listNotes({ tags: SENT.tags }),
  json: () => client.findNotes({ filter: SENT.filter }),
  body: () => client.addNote(SENT.note),
  query: () => client.searchNotes?.(SENT.note) ?? 'missing',
});
