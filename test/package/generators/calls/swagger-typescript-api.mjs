import { SENT } from './run.mjs';

export const callsOf =
  ({ Api }) =>
  (baseUrl) => {
    const { notes, found } = new Api({ baseUrl });
    return {
      path: () => notes.getNote(SENT.name),
      list: () => notes.listNotes({ tags: SENT.tags }),
      json: () => found.findNotes({ filter: SENT.filter }),
      body: () => notes.addNote(SENT.note),
      query: () => notes.searchNotes?.(SENT.note) ?? 'missing',
    };
  };
