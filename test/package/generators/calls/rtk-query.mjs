import { configureStore } from '@reduxjs/toolkit';
import { SENT } from './run.mjs';

export const callsOf =
  ({ enhancedApi: api }) =>
  () => {
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
    const call = (name, sent) => {
      const endpoint = api.endpoints[name];
      return endpoint === undefined ? 'missing' : store.dispatch(endpoint.initiate(sent)).unwrap();
    };
    return {
      path: () => call('getNote', { name: SENT.name }),
      list: () => call('listNotes', { tags: SENT.tags }),
      json: () => call('findNotes', { filter: SENT.filter }),
      body: () => call('addNote', { note: SENT.note }),
      query: () => call('searchNotes', { note: SENT.note }),
    };
  };
