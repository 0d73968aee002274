#!/usr/bin/env bash
# fets 0.8.12 (npm): its client writes `content-length` into the `headers` object of the caller.
# A program that keeps its headers in one object (for example the credentials) sends the length of the first body with each later
# body. A longer one arrives cut, and a server that follows HTTP reads JSON that ends too early.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund fets@0.8.12
cat > call.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient } from 'fets';

const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  console.log('received', Buffer.concat(chunks).toString());
  response.setHeader('connection', 'close').setHeader('content-type', 'application/json').end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const client = createClient({ endpoint: `http://127.0.0.1:${server.address().port}` });
const headers = { authorization: 'Bearer ada' };
await client['/pets'].post({ headers, json: { name: 'Tom' } });
console.log('content-length of the caller', headers['content-length']);
await client['/pets'].post({ headers, json: { name: 'Garfield' } }).catch(() => undefined);
await client['/pets'].post({ headers: { authorization: 'Bearer ada' }, json: { name: 'Garfield' } });
server.close();
JS
node call.mjs | tee seen
diff seen - <<'SEEN'
received {"name":"Tom"}
content-length of the caller 14
received {"name":"Garfi
received {"name":"Garfield"}
SEEN
