// Fastify 5: plugins, each below its prefix.
import { fastifyDocs, fastifyOperations } from 'dtospec/fastify';
import Fastify from 'fastify';
import { announce, docs, greet, PORT } from './greetings.js';

const app = Fastify();
void app.register(fastifyDocs, { docs, prefix: '/docs' });
void app.register(fastifyOperations, { docs, operations: [greet] });

app.listen({ port: PORT, host: '127.0.0.1' }, () => {
  announce(app.server);
});
