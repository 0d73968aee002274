import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { declareSchemas } from '../document/schemas.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const declared = declareSchemas(classes, z, true);
const app = fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
for (const { method, path, query, body, responses } of endpoints)
  app[method](
    path,
    {
      schema: {
        querystring: declared[query],
        body: declared[body],
        response: Object.fromEntries(
          Object.entries(responses).map(([status, name]) => [status, declared[name]]),
        ),
      },
    },
    async () => item,
  );
await app.ready();
await start(app.server);
