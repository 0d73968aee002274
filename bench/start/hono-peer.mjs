import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { declareSchemas } from '../document/schemas.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const declared = declareSchemas(classes, z, true);
const json = (name) => ({ content: { 'application/json': { schema: declared[name] } } });
const app = new OpenAPIHono();
for (const { method, path, query, body, responses } of endpoints)
  app.openapi(
    createRoute({
      method,
      path,
      request: { query: declared[query], body: { required: true, ...json(body) } },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, name]) => [status, { description: 'Done', ...json(name) }]),
      ),
    }),
    (context) => context.json(item, 200),
  );
const head = { openapi: '3.1.0', info: { title: 'Bench', version: '1' } };
await start(app.fetch, () => JSON.stringify(app.getOpenAPI31Document(head)));
