// Each framework with the docs, and with a route of its own that sends what is ready: what it can do at best.
import { createServer } from 'node:http';
import { dist, inExpress, inFastify, inHono, inKoa } from '../lib/frameworks.mjs';

/** Gives a server. `prepared(headers)` is `{ status, headers, body }`, negotiated between ready buffers by what it needs to know. */
export const FRAMEWORKS = {
  'node:http': {
    bare: (prepared) =>
      createServer((request, response) => {
        const { status, headers, body } = prepared(request.headers);
        response.writeHead(status, headers).end(body);
      }),
    dtospec: (docs) => createServer(docs.middleware('/docs')),
  },
  Express: {
    bare: (prepared) =>
      inExpress((app) => {
        app.get('/docs/openapi.json', (request, response) => {
          const { status, headers, body } = prepared(request.headers);
          response.writeHead(status, headers).end(body);
        });
      }),
    dtospec: (docs) => inExpress((app) => docs.mount(app, '/docs')),
  },
  Fastify: {
    bare: (prepared) =>
      inFastify((app) => {
        app.get('/docs/openapi.json', (request, reply) => {
          const { status, headers, body } = prepared(request.headers);
          reply
            .code(status)
            .headers(headers)
            .send(body ?? undefined);
        });
      }),
    dtospec: (docs) =>
      inFastify((app) => {
        app.register(dist('fastify').fastifyDocs, { docs, prefix: '/docs' });
      }),
  },
  Koa: {
    bare: (prepared) =>
      inKoa((app) => {
        app.use((context) => {
          const { status, headers, body } = prepared(context.headers);
          context.status = status;
          context.set(headers);
          if (body !== null) context.body = body;
        });
      }),
    dtospec: (docs) => inKoa((app) => app.use(dist('koa').koaDocs(docs, '/docs'))),
  },
  Hono: {
    bare: (prepared) =>
      inHono((app) => {
        app.get('/docs/openapi.json', (context) => {
          const { headers: asked } = context.req.raw;
          const { status, headers, body } = prepared({
            'if-none-match': asked.get('if-none-match'),
            'accept-encoding': asked.get('accept-encoding'),
          });
          return new Response(body, { status, headers });
        });
      }),
    dtospec: (docs) => {
      const serveDocs = dist('fetch').fetchDocs(docs, '/docs');
      return inHono((app) => {
        app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());
      });
    },
  },
};
