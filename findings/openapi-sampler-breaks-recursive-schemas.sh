#!/usr/bin/env bash
# openapi-sampler 1.7.10 (npm): a sample of a schema that contains itself does not satisfy the schema.
# Where the recursion ends, the sampler writes `{}`, without the required members, although the list may be empty and null is allowed.
# Redoc and other readers show such samples as the example of a request, which a server that follows the document refuses.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund openapi-sampler@1.7.10 ajv@8.20.0
cat > sample.mjs <<'JS'
import Ajv2020 from 'ajv/dist/2020.js';
import sampler from 'openapi-sampler';

const reference = { $ref: '#/components/schemas/Node' };
const name = { type: 'string' };
for (const [kind, child] of [['list', { type: 'array', items: reference }], ['null', { anyOf: [reference, { type: 'null' }] }]]) {
  const Node = { type: 'object', required: ['name', 'child'], properties: { name, child } };
  const document = { $id: 'document', components: { schemas: { Node } } };
  const sample = sampler.sample(reference, {}, document);
  const ajv = new Ajv2020.default({ strict: false }).addSchema(document);
  const accepts = ajv.compile({ $ref: 'document#/components/schemas/Node' });
  const last = kind === 'list' ? [] : null;
  console.log(kind, JSON.stringify(sample), accepts(sample), accepts({ name: 'leaf', child: last }));
}
JS
node sample.mjs | tee seen
diff seen - <<'SEEN'
list {"name":"string","child":[{}]} false true
null {"name":"string","child":{}} false true
SEEN
