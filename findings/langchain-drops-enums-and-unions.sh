#!/usr/bin/env bash
# @langchain/classic 1.0.50 (npm): functions made of an OpenAPI document lose `enum`, and members without a `type` of their own.
# `convertOpenAPISpecToOpenAIFunctions` writes `{ "type": "string" }` for an enumeration, so the model does not see the values. A member
# whose schema is `oneOf` or `anyOf` is left out, even if it is required, so the model cannot send what the operation asks for.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/classic@1.0.50 @langchain/core@1.4.0
cat > functions.mjs <<'JS'
import { convertOpenAPISpecToOpenAIFunctions } from '@langchain/classic/chains';
import { OpenAPISpec } from './node_modules/@langchain/classic/dist/util/openapi.js';

const text = { type: 'string' };
const schema = {
  type: 'object',
  required: ['color', 'owner'],
  properties: { name: text, color: { type: 'string', enum: ['red', 'blue'] }, owner: { oneOf: [text, { type: 'integer' }] } },
};
const operation = {
  operationId: 'addPet',
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { 204: { description: 'Added' } },
};
const document = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: { '/pets': { post: operation } } };
const { openAIFunctions } = convertOpenAPISpecToOpenAIFunctions(new OpenAPISpec(document));
const { properties, required } = openAIFunctions[0].parameters.properties.data;
console.log(JSON.stringify(properties), JSON.stringify(required));
JS
node functions.mjs | tee seen
diff seen - <<'SEEN'
{"name":{"type":"string"},"color":{"type":"string"}} ["color"]
SEEN
