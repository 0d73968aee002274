#!/usr/bin/env bash
# fastify-openapi-glue 4.11.4 (npm) with fastify 5.12.8: a schema with an extension ends the start of the application.
# OpenAPI allows members that begin with `x-` in every schema. The schemas go to Ajv in strict mode, which calls them unknown keywords, so
# a document with `x-enum-varnames` in a body cannot be served. `ajv: { customOptions: { strict: false } }` of Fastify allows them.
# A parameter of style `deepObject` is accepted and then never checked: any value reaches the handler.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund fastify@5.12.8 fastify-openapi-glue@4.11.4
cat > ask.mjs <<'JS'
import Fastify from 'fastify';
import glue from 'fastify-openapi-glue';

const level = { type: 'integer', enum: [1, 5], 'x-enum-varnames': ['Low', 'High'] };
const filter = { type: 'object', properties: { color: { type: 'string', enum: ['red'] } } };
const responses = { 204: { description: 'Done' } };
const specification = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: { operationId: 'add', requestBody: { content: { 'application/json': { schema: level } } }, responses },
      get: { operationId: 'list', parameters: [{ name: 'filter', in: 'query', style: 'deepObject', schema: filter }], responses },
    },
  },
};
const done = (request, reply) => reply.code(204).send();
for (const customOptions of [{}, { strict: false }]) {
  const app = Fastify({ ajv: { customOptions } });
  app.register(glue, { specification: structuredClone(specification), serviceHandlers: { add: done, list: done } });
  const started = await app.ready().then(
    () => 'starts',
    (error) => error.message.replace(/.*error /, ''),
  );
  console.log(JSON.stringify(customOptions), started);
  if (started !== 'starts') continue;
  for (const color of ['red', 'green'])
    console.log(color, (await app.inject(`/orders?filter[color]=${color}`)).statusCode);
}
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
{} strict mode: unknown keyword: "x-enum-varnames"
{"strict":false} starts
red 204
green 204
SEEN
