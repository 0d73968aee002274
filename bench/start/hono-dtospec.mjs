import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { docs, operations } from './operations.mjs';
import { start } from './service.mjs';

const require = createRequire(import.meta.url);
const { honoOperations } = require('../../dist/fetch.cjs');

const app = new Hono();
honoOperations(app, docs, operations);
await start(app.fetch, () => docs.specJSON());
