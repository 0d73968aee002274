#!/usr/bin/env bash
# light-my-request 6.8.1 (npm) with express 5.3.0: after one `inject(app, …)`, requests of sockets have no headers.
# The function changes the prototypes that Express gives to all requests and responses of the application, and leaves them so. Requests
# of sockets then reach a handler without `req.headers`, so `res.send` throws. A test that mixes `inject` with supertest or fetch, or an
# application that is tested in the process that serves it, sees errors whose trace does not name the cause.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund light-my-request@6.8.1 express@5.3.0
cat > ask.mjs <<'JS'
import { createServer } from 'node:http';
import express from 'express';
import inject from 'light-my-request';

const app = express();
let sender;
app.get('/', (request, response) => {
  console.log(`a request of ${sender} has ${request.headers === undefined ? 'no headers' : 'headers'}`);
  if (request.headers === undefined) process.exit(0);
  response.writeHead(204).end();
});
const server = createServer(app);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
for (sender of ['a socket', 'inject', 'a socket'])
  if (sender === 'inject') await inject(app, '/');
  else await fetch(`http://127.0.0.1:${server.address().port}/`);
JS
node ask.mjs | tee seen
diff seen - <<'SEEN'
a request of a socket has headers
a request of inject has headers
a request of a socket has no headers
SEEN
