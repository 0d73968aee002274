#!/usr/bin/env bash
# fastify 5.12.8 (npm): a response schema for `default` also applies to errors of Fastify itself, so a 400 becomes a 500.
# A document that has `default` for the errors of a service says nothing of the bodies that Fastify writes for invalid requests. If that
# schema requires a member which they lack, the client receives 500 with FST_ERR_FAILED_ERROR_SERIALIZATION. `fastify-openapi-glue` copies
# the responses of a document into such schemas.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund fastify@5.12.8
cat > ask.mjs <<'JS'
import Fastify from 'fastify';

const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const failure = { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } };
for (const [label, response] of [['without default', {}], ['with default', { default: failure }]]) {
  const app = Fastify();
  app.post('/', { schema: { body, response } }, () => ({ reason: 'none' }));
  const { statusCode, body: text } = await app.inject({ method: 'POST', url: '/', payload: {} });
  console.log(label, statusCode, JSON.parse(text).code);
}
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
without default 400 FST_ERR_VALIDATION
with default 500 FST_ERR_FAILED_ERROR_SERIALIZATION
SEEN
