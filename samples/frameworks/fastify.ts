// Fastify 5: a plugin, below its prefix.
import { fastifyDocs } from 'dtospec/fastify';
import Fastify from 'fastify';
import { announce, docs, greet, PORT } from './greetings.js';

const app = Fastify();
void app.register(fastifyDocs, { docs, prefix: '/docs' });
app.get<{ Params: { name: string } }>('/greetings/:name', ({ params }) => greet(params.name));

app.listen({ port: PORT, host: '127.0.0.1' }, () => {
  announce(app.server);
});
