#!/usr/bin/env bash
# sails 1.5.18 (npm): a body that is too long is answered with 400 in place of 413, in development as HTML with the stack.
# The body parser, skipper, gives an error whose status is 413, as body-parser does. Sails answers each error of the parser with 400, so a
# client cannot tell a long body from a broken one. `onBodyParserError` of config/http.js is the place for an answer of one's own.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund sails@1.5.18
cat > run.mjs <<'JS'
import sails from 'sails';
import skipper from 'skipper';

const onBodyParserError = (error, request, response) => response.status(error.status).send(error.type);
const isOwn = process.argv[2] === 'own';
const hooks = ['grunt', 'session', 'i18n', 'pubsub', 'views', 'blueprints'].map((name) => [name, false]);
const settings = {
  port: 4127,
  explicitHost: '127.0.0.1',
  log: { level: 'silent' },
  globals: false,
  hooks: Object.fromEntries(hooks),
  routes: { 'POST /notes': (request, response) => response.send(String(request.body.text.length)) },
  ...(isOwn && { http: { middleware: { bodyParser: skipper({ onBodyParserError }) } } }),
};
await new Promise((resolve, reject) => {
  new sails.Sails().lift(settings, (error) => (error ? reject(error) : resolve()));
});
const headers = { 'content-type': 'application/json' };
for (const length of [10, 2_000_000]) {
  const body = JSON.stringify({ text: 'a'.repeat(length) });
  const response = await fetch('http://127.0.0.1:4127/notes', { method: 'POST', headers, body });
  const [shown] = /PayloadTooLargeError|^[\w.]+$/.exec(await response.text()) ?? [];
  console.log(length, response.status, shown);
}
process.exit(0);
JS
for which in default own; do
  echo "$which"
  node run.mjs "$which" 2> /dev/null
done | tee seen
diff seen - <<'SEEN'
default
10 200 10
2000000 400 PayloadTooLargeError
own
10 200 10
2000000 413 entity.too.large
SEEN
