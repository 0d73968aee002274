#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 (npm): the example of a number that must be below zero is null.
# With `requestParametersResolution: 'Example'`, the converter makes example bodies from schemas. For a number with `maximum: -1`, or
# `exclusiveMaximum: 0` of OpenAPI 3.1, and no `minimum`, the body of the request has `null`, which the schema does not allow. With a
# `minimum`, or for a positive number, it has a number that satisfies the schema.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund openapi-to-postmanv2@6.3.3
cat > run.mjs <<'JS'
import converter from 'openapi-to-postmanv2';

const SCHEMAS = {
  'maximum: -1': { type: 'integer', maximum: -1 },
  'exclusiveMaximum: 0': { type: 'number', exclusiveMaximum: 0 },
  'minimum: -9, maximum: -1': { type: 'integer', minimum: -9, maximum: -1 },
  'exclusiveMinimum: 0': { type: 'number', exclusiveMinimum: 0 },
};
const requestOf = ({ item, request }) => (item ? requestOf(item[0]) : request);

for (const [name, schema] of Object.entries(SCHEMAS)) {
  const body = { type: 'object', required: ['n'], properties: { n: schema } };
  const requestBody = { content: { 'application/json': { schema: body } } };
  const responses = { 204: { description: 'Taken' } };
  const paths = { '/numbers': { post: { requestBody, responses } } };
  const data = JSON.stringify({ openapi: '3.1.0', info: { title: 'Numbers', version: '1' }, paths });
  const result = await new Promise((resolve, reject) => {
    const options = { requestParametersResolution: 'Example' };
    converter.convert({ type: 'string', data }, options, (error, made) => (error ? reject(error) : resolve(made)));
  });
  const { n } = JSON.parse(requestOf(result.output[0].data).body.raw);
  console.log(name, n === null ? 'null' : typeof n);
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
maximum: -1 null
exclusiveMaximum: 0 null
minimum: -9, maximum: -1 number
exclusiveMinimum: 0 number
SEEN
