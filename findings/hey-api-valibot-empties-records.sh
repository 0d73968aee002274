#!/usr/bin/env bash
# @hey-api/openapi-ts 0.99.0 (npm): the schema for valibot of a record of objects removes every member of the record.
# For `additionalProperties: { $ref }`, the plugin `valibot` writes `v.object({})`. It accepts any object, and parsing returns `{}`, so
# the data is lost without an error, and invalid members are accepted. For `additionalProperties` of another schema it writes a record,
# and so does the plugin `zod` of the same generator for both.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @hey-api/openapi-ts@0.99.0 typescript@5.9.3 valibot@1.5.0 zod@4.6.7 esbuild@0.28.2
cat > run.mjs <<'JS'
import { createClient } from '@hey-api/openapi-ts';
import { transformSync } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const Price = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } };
const Prices = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Price' } };
const Amounts = { type: 'object', additionalProperties: { type: 'number' } };
const input = {
  openapi: '3.1.0',
  info: { title: 'Prices', version: '1' },
  paths: {},
  components: { schemas: { Price, Prices, Amounts } },
};
await createClient({ input, output: 'client', plugins: ['valibot', 'zod'], logs: { level: 'silent' } });

async function generated(name) {
  writeFileSync(`${name}.mjs`, transformSync(readFileSync(`client/${name}.gen.ts`, 'utf8'), { loader: 'ts' }).code);
  return import(`./${name}.mjs`);
}

const { vPrices, vAmounts } = await generated('valibot');
const { zPrices } = await generated('zod');
const prices = { eur: { amount: 1 } };
console.log('valibot, of a reference:', JSON.stringify(v.parse(vPrices, prices)), v.safeParse(vPrices, { eur: 'x' }).success);
console.log('valibot, of numbers:', JSON.stringify(v.parse(vAmounts, { eur: 1 })), v.safeParse(vAmounts, { eur: 'x' }).success);
console.log('zod, of a reference:', JSON.stringify(zPrices.parse(prices)), zPrices.safeParse({ eur: 'x' }).success);
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
valibot, of a reference: {} true
valibot, of numbers: {"eur":1} false
zod, of a reference: {"eur":{"amount":1}} false
SEEN
