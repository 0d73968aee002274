#!/usr/bin/env bash
# @usebruno/converters 0.23.0 (npm): a query parameter of style deepObject becomes one parameter for each of its members, by their own names.
# The document describes ?filter[status]=open; the imported request sends ?status=open, which is another parameter, or none. Members of two
# such parameters get the same name. A cookie parameter of the operation is missing in the imported request.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @usebruno/converters@0.23.0
cat > run.mjs <<'JS'
import { createRequire } from 'node:module';

const { openApiToBruno } = createRequire(import.meta.url)('@usebruno/converters');
const properties = { status: { type: 'string', example: 'open' } };
const deep = (name) => ({
  name,
  in: 'query',
  style: 'deepObject',
  explode: true,
  required: true,
  schema: { type: 'object', properties, required: ['status'] },
});
const parameters = [
  deep('filter'),
  deep('except'),
  { name: 'session', in: 'cookie', required: true, schema: { type: 'string', example: 'abcd' } },
];
const operation = { summary: 'List', parameters, responses: { 200: { description: 'All' } } };
const collection = await openApiToBruno({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:3000' }],
  paths: { '/orders': { get: operation } },
});
const { request } = collection.items.flatMap((item) => item.items ?? [item])[0];
for (const { name, value, type, enabled } of request.params) console.log(type, `${name}=${value}`, enabled);
console.log('headers', request.headers.map(({ name }) => name).join(', ') || 'none');
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
query status=open true
query status=open true
headers none
SEEN
