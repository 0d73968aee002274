// Outside of Angular's compiler, its packages need this one.
import '@angular/compiler';
import { HttpClient, HttpResponse } from '@angular/common/http';
import { from, lastValueFrom } from 'rxjs';
import { SENT } from './run.mjs';

/** Angular's client, with a backend that needs no injection. */
const http = new HttpClient({
  handle: (request) =>
    from(
      fetch(request.urlWithParams, {
        method: request.method,
        body: request.serializeBody(),
        headers: { 'content-type': request.detectContentTypeHeader() ?? 'text/plain' },
      }).then(async (response) => new HttpResponse({ status: response.status, body: await response.json() })),
    ),
});

export const callsOf = (client) => (base) => {
  const call = (name, sent) =>
    client[name] === undefined ? 'missing' : lastValueFrom(client[name](http, base, sent));
  return {
    path: () => call('getNote', { name: SENT.name }),
    list: () => call('listNotes', { tags: SENT.tags }),
    json: () => call('findNotes', { filter: SENT.filter }),
    body: () => call('addNote', { body: SENT.note }),
    query: () => call('searchNotes', { body: SENT.note }),
  };
};
