#!/usr/bin/env bash
# @apiture/openapi-down-convert 0.14.2 (npm): an object that may be null stays OpenAPI 3.1 in a document that is marked 3.0.3.
# `{ type: ['string', 'null'] }` becomes `nullable: true`. `{ anyOf: [{ $ref }, { type: 'null' }] }` stays as it is, without a warning,
# although 3.0 has no type `null`. Validators of 3.0 refuse the document.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @apiture/openapi-down-convert@0.14.2 @seriousme/openapi-schema-validator@2.11.0
cat > convert.mjs <<'JS'
import convert from '@apiture/openapi-down-convert';
import { Validator } from '@seriousme/openapi-schema-validator';

const document = (order) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {},
  components: {
    schemas: {
      Address: { type: 'object', properties: { street: { type: 'string' } } },
      Order: { type: 'object', properties: order },
    },
  },
});
const address = { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] };
for (const order of [{ note: { type: ['string', 'null'] } }, { address }]) {
  const converted = new convert.Converter(document(order)).convert();
  const { valid } = await new Validator().validate(structuredClone(converted));
  console.log(converted.openapi, JSON.stringify(converted.components.schemas.Order.properties), valid ? 'valid' : 'invalid');
}
JS
node convert.mjs | tee seen
diff seen - <<'SEEN'
3.0.3 {"note":{"type":"string","nullable":true}} valid
3.0.3 {"address":{"anyOf":[{"$ref":"#/components/schemas/Address"},{"type":"null"}]}} invalid
SEEN
