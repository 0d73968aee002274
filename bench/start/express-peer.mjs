import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { declareSchemas } from '../document/schemas.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const declared = declareSchemas(classes, z, true);
const app = express();
app.use(express.json());
for (const { method, path, query, body, responses } of endpoints)
  app[method](path, (request, response) => {
    const read = [declared[query].safeParse(request.query), declared[body].safeParse(request.body)];
    const faults = read.flatMap(({ error }) => error?.issues ?? []);
    if (faults.length > 0) response.status(400).json({ faults });
    else response.json(declared[responses[200]].parse(item));
  });
await start(createServer(app));
