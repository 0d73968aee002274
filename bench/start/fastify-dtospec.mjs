import { createRequire } from 'node:module';
import fastify from 'fastify';
import { docs, operations } from './operations.mjs';
import { start } from './service.mjs';

const require = createRequire(import.meta.url);
const { fastifyOperations } = require('../../dist/fastify.cjs');

const app = fastify();
app.register(fastifyOperations, { docs, operations });
await app.ready();
await start(app.server);
