// Hono 4; on Bun and Deno the same, without the node server.
import { createAdaptorServer } from '@hono/node-server';
import { fetchDocs, honoOperations } from 'dtospec/fetch';
import { Hono } from 'hono';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = fetchDocs(docs, '/docs');

const app = new Hono();
app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());
honoOperations(app, docs, [greet]);

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
