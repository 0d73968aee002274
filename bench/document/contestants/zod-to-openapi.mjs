import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { declareSchemas } from '../schemas.mjs';

extendZodWithOpenApi(z);

export function prepare({ classes, endpoints }) {
  const declared = declareSchemas(classes, z);
  const registry = new OpenAPIRegistry();
  const json = (name) => ({ content: { 'application/json': { schema: declared[name] } } });
  for (const { method, path, query, body, responses } of endpoints)
    registry.registerPath({
      method,
      path,
      request: { query: declared[query], body: { required: true, ...json(body) } },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, name]) => [status, { description: 'Done', ...json(name) }]),
      ),
    });
  const head = { openapi: '3.1.0', info: { title: 'Bench', version: '1' } };
  return { build: () => new OpenApiGeneratorV31(registry.definitions).generateDocument(head) };
}
