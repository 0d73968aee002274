import { createRequire } from 'node:module';
import { declareClasses } from '../classes.mjs';

const { body, Docs, response } = createRequire(import.meta.url)('../../../dist/index.cjs');

export function prepare({ classes, endpoints }) {
  const declared = declareClasses(classes);
  const given = endpoints.map((endpoint) => ({
    method: endpoint.method.toUpperCase(),
    path: endpoint.path,
    queryParams: declared[endpoint.query],
    requestBody: body(declared[endpoint.body]),
    responses: Object.fromEntries(
      Object.entries(endpoint.responses).map(([status, name]) => [status, response('Done', declared[name])]),
    ),
  }));
  const config = { info: { title: 'Bench', version: '1' } };
  const createDocs = () => new Docs(config).addAll(...given);
  return { createDocs, build: () => createDocs().buildSpec() };
}
