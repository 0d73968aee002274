// The service as operations of dtospec.
import { createRequire } from 'node:module';
import { declareClasses } from '../document/classes.mjs';
import { classes, endpoints, item } from './service.mjs';

const require = createRequire(import.meta.url);
const { Docs, operation, response } = require('../../dist/index.cjs');

const declared = declareClasses(classes);
export const docs = new Docs({ info: { title: 'Bench', version: '1' } });
export const operations = endpoints.map(({ method, path, query, body, responses }) =>
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
