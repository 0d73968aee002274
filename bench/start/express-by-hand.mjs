// class-transformer and class-validator called by hand: what the application's own libraries cost without dtospec.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import express from 'express';
import { declareClasses } from '../document/classes.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const require = createRequire(import.meta.url);
const { instanceToPlain, plainToInstance } = require('class-transformer');
const { validate } = require('class-validator');

const declared = declareClasses(classes);
const app = express();
app.use(express.json());
for (const { method, path, query, body, responses } of endpoints)
  app[method](path, async (request, response) => {
    const read = [
      plainToInstance(declared[query], request.query, { enableImplicitConversion: true }),
      plainToInstance(declared[body], request.body),
    ];
    const faults = (
      await Promise.all(read.map((instance) => validate(instance, { whitelist: true })))
    ).flat();
    if (faults.length > 0) response.status(400).json({ faults });
    else response.json(instanceToPlain(plainToInstance(declared[responses[200]], item)));
  });
await start(createServer(app));
