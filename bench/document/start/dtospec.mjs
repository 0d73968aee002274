import { createRequire } from 'node:module';
import { declareClasses } from '../classes.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const require = createRequire(import.meta.url);
const { Docs, operation, response } = require('../../../dist/index.cjs');
const { fetchOperations } = require('../../../dist/fetch.cjs');

const declared = declareClasses(classes);
const operations = endpoints.map(({ method, path, query, body, responses }) =>
  operation(
    {
      method: method.toUpperCase(),
      path,
      query: declared[query],
      body: { schema: declared[body], required: true },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, name]) => [status, response('Done', declared[name])]),
      ),
    },
    () => item,
  ),
);
const docs = new Docs({ info: { title: 'Bench', version: '1' } });
const respond = fetchOperations(docs, operations);
await start(respond);
