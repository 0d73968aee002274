import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import express from 'express';
import { docs, operations } from './operations.mjs';
import { start } from './service.mjs';

const require = createRequire(import.meta.url);
const { expressOperations } = require('../../dist/express.cjs');

const app = express();
expressOperations(app, docs, operations);
await start(createServer(app));
