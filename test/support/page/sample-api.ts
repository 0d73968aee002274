import type { IncomingMessage, ServerResponse } from 'node:http';

const USERS = [{ id: 'u1', email: 'ada@shop.example', name: 'Ada Lovelace' }];

/** The API that the fixture documents, behind the docs: the same users for every question. */
export function sampleAPI(request: IncomingMessage, response: ServerResponse): void {
  const isUsers = /(^|\/)api\/users/.test(request.url ?? '');
  response.writeHead(isUsers ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isUsers ? USERS : { message: 'elsewhere' }));
}
