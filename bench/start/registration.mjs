// Declares and registers a service in Express, in a process of its own:
// node --expose-gc bench/start/registration.mjs <own | peer> <operations>
import { createRequire } from 'node:module';
import express from 'express';
import { z } from 'zod';
import { declareClasses } from '../document/classes.mjs';
import { declareSchemas } from '../document/schemas.mjs';
import { createService } from '../document/service.mjs';
import { processorTime } from '../lib/processor-time.mjs';
import { operationsOf } from './operations-of.mjs';

const require = createRequire(import.meta.url);
const { Docs } = require('../../dist/index.cjs');
const { expressOperations } = require('../../dist/express.cjs');

const [side, size] = process.argv.slice(2);
const { classes, endpoints } = createService(Number(size));
const app = express();
gc();
const before = processorTime();
({ own, peer })[side]();
const result = { registered: processorTime() - before };
if (process.send === undefined) console.log(result);
else process.send(result, () => process.exit());

function own() {
  const docs = new Docs({ info: { title: 'Bench', version: '1' } });
  expressOperations(
    app,
    docs,
    operationsOf(endpoints, declareClasses(classes), () => undefined),
  );
}

function peer() {
  const declared = declareSchemas(classes, z, true);
  for (const { method, path, query, body, responses } of endpoints)
    app[method](path, (request, response) => {
      const read = [declared[query].safeParse(request.query), declared[body].safeParse(request.body)];
      const faults = read.flatMap(({ error }) => error?.issues ?? []);
      if (faults.length > 0) response.status(400).json({ faults });
      else response.json(declared[responses[200]].parse({}));
    });
}
