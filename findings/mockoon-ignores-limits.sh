#!/usr/bin/env bash
# @mockoon/commons 9.9.0 (npm), the importer of Mockoon: a mock server of a document has values that the document refuses. minimum, maximum,
# minItems and minLength do not count: an integer from 1 to 9 becomes one up to 99999, a list of two items has one, a text of four letters none.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @mockoon/commons@9.9.0
cat > run.mjs <<'JS'
import { createRequire } from 'node:module';

const { OpenApiConverter } = createRequire(import.meta.url)('@mockoon/commons');
const properties = {
  lives: { type: 'integer', minimum: 1, maximum: 9 },
  spot: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
  code: { type: 'string', minLength: 4, maxLength: 4 },
};
const schema = { type: 'object', properties, required: Object.keys(properties) };
const responses = { 200: { description: 'It', content: { 'application/json': { schema } } } };
const paths = { '/cat': { get: { responses } } };
const document = { openapi: '3.0.3', info: { title: 'Cats', version: '1.0.0' }, paths };
const mock = await new OpenApiConverter().convertFromOpenAPI(JSON.stringify(document), 3000);
console.log(mock.routes[0].responses[0].body);
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
{
  "lives": {{faker 'number.int' max=99999}},
  "spot": [
    {{faker 'number.int' max=99999}}
  ],
  "code": ""
}
SEEN
