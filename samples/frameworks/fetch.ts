// Any server that answers a Request with a Response: `fetch` is what Bun, Deno, workers and Next's routes take.
import { createAdaptorServer } from '@hono/node-server';
import { fetchDocs } from 'dtospec/fetch';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = fetchDocs(docs, '/docs');

function fetch(request: Request): Response | Promise<Response> {
  const answer = serveDocs(request);
  if (answer) return answer;
  const name = /^\/greetings\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
  return name === undefined ? new Response('Not found', { status: 404 }) : Response.json(greet(name));
}

const server = createAdaptorServer({ fetch });
server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
