#!/usr/bin/env bash
# express 4.22.3 (npm): a JSON body whose Content-Type ends in a semicolon is read as an empty object, without an error.
# RFC 9110 (5.6.6) lets the parameters of a media type be empty, so `application/json;` is `application/json`. Express 5 reads it.
# In Express 4, express.json() takes the type for another one and lets the request pass: the handler sees `req.body` as `{}`,
# which is also what it sees for a client that sent `{}`. A client that appends an optional charset may send such a type.
# An update of optional members then answers 200 and changes nothing.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund express4@npm:express@4.22.3 express5@npm:express@5.3.0
cat > run.mjs <<'JS'
import express4 from 'express4';
import express5 from 'express5';

for (const [name, express] of Object.entries({ express4, express5 })) {
  const app = express();
  app.use(express.json());
  app.post('/', (request, response) => response.json(request.body ?? 'no body'));
  const server = app.listen(0);
  for (const type of ['application/json', 'application/json;', 'application/json; charset=utf-8;']) {
    const init = { method: 'POST', headers: { 'content-type': type }, body: '{"name":"Ada"}' };
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, init);
    console.log(name, type, answer.status, await answer.text());
  }
  server.close();
  server.closeAllConnections();
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
express4 application/json 200 {"name":"Ada"}
express4 application/json; 200 {}
express4 application/json; charset=utf-8; 200 {}
express5 application/json 200 {"name":"Ada"}
express5 application/json; 200 {"name":"Ada"}
express5 application/json; charset=utf-8; 200 {"name":"Ada"}
SEEN
