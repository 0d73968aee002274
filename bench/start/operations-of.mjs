import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { operation, response } = require('../../dist/index.cjs');

/** The endpoints of a service as operations of dtospec, with one handler. */
export function operationsOf(endpoints, declared, handle) {
  return endpoints.map(({ method, path, query, body, responses }) =>
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
      handle,
    ),
  );
}
