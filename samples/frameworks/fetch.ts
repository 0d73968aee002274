// Any server that answers a Request with a Response: pass `fetch` to Bun, Deno, or a route of Next.
import { createAdaptorServer } from '@hono/node-server';
import { fetchDocs, fetchOperations } from 'dtospec/fetch';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = fetchDocs(docs, '/docs');
const serveApi = fetchOperations(docs, [greet]);

function fetch(request: Request): Response | Promise<Response> {
  return serveDocs(request) ?? serveApi(request) ?? new Response('Not found', { status: 404 });
}

const server = createAdaptorServer({ fetch });
server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
