#!/usr/bin/env bash
# @feathersjs/express 5.0.50 (npm): a body that is not JSON, or too long, is answered with 500 in place of 400 and 413.
# `json()` of the package is that of Express, whose errors have the status of the response. `errorHandler()` of the package ignores it and
# makes each error that is not its own a GeneralError, so a mistake of the client looks like a fault of the service, and is retried.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @feathersjs/express@5.0.50 @feathersjs/feathers@5.0.50
cat > ask.mjs <<'JS'
import { feathers } from '@feathersjs/feathers';
import express, { errorHandler, json, rest } from '@feathersjs/express';

const app = express(feathers());
app.use(json());
app.configure(rest());
app.use('/notes', { create: async (note) => note });
app.use((error, request, response, next) => {
  console.log('  the error has', error.status);
  next(error);
});
app.use(errorHandler({ logger: false }));
const server = await app.listen(0);
const headers = { 'content-type': 'application/json', accept: 'application/json' };
const bodies = { right: '{"text":"a"}', 'not JSON': '{"text":', long: JSON.stringify({ text: 'a'.repeat(200_000) }) };
for (const [name, body] of Object.entries(bodies)) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/notes`, { method: 'POST', headers, body });
  console.log(name, response.status, (await response.json()).name ?? '');
}
process.exit(0);
JS
node ask.mjs | sed 's/ *$//' | tee seen
diff seen - <<'SEEN'
right 201
  the error has 400
not JSON 500 GeneralError
  the error has 413
long 500 GeneralError
SEEN
