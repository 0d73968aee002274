// Hono 4; on Bun and Deno the same, without the node server.
import { createAdaptorServer } from '@hono/node-server';
import { fetchDocs } from 'dtospec/fetch';
import { Hono } from 'hono';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = fetchDocs(docs, '/docs');

const app = new Hono();
app.use(async (context, next) => serveDocs(context.req.raw) ?? next());
app.get('/greetings/:name', (context) => context.json(greet(context.req.param('name'))));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
