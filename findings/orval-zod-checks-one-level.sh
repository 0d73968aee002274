#!/usr/bin/env bash
# orval 8.38.0 (npm): with `client: 'zod'`, a schema that contains itself is checked at its first level only.
# For a tree whose `children` are trees, the generated schema has `zod.array(zod.unknown())`, so a child of any type is valid, while the
# same value is refused at the root. Nothing reports it. zod expresses the recursion with a getter or `z.lazy`.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund orval@8.38.0 zod@4.6.7 esbuild@0.28.2
cat > run.mjs <<'JS'
import { transformSync } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { generate } from 'orval';

const tree = { $ref: '#/components/schemas/Tree' };
const properties = { name: { type: 'string' }, children: { type: 'array', items: tree } };
const Tree = { type: 'object', required: ['name'], properties };
const requestBody = { required: true, content: { 'application/json': { schema: tree } } };
const responses = { 204: { description: 'Taken' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Trees', version: '1' },
  paths: { '/trees': { post: { operationId: 'addTree', requestBody, responses } } },
  components: { schemas: { Tree } },
};
writeFileSync('openapi.json', JSON.stringify(document));
await generate({ input: './openapi.json', output: { client: 'zod', target: './zod.ts' } });
writeFileSync('zod.mjs', transformSync(readFileSync('zod.ts', 'utf8'), { loader: 'ts' }).code);
const { AddTreeBody } = await import('./zod.mjs');

const isValid = (value) => AddTreeBody.safeParse(value).success;
console.error('a tree:', isValid({ name: 'a', children: [{ name: 'b' }] }));
console.error('a number as the name:', isValid({ name: 1 }));
console.error('a number as the name of a child:', isValid({ name: 'a', children: [{ name: 1 }] }));
console.error('a text as a child:', isValid({ name: 'a', children: ['b'] }));
JS
node run.mjs 2> seen > /dev/null
cat seen
diff seen - <<'SEEN'
a tree: true
a number as the name: false
a number as the name of a child: true
a text as a child: true
SEEN
