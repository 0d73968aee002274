#!/usr/bin/env bash
# elysia 1.4.30 (npm): an error that a hook `onRequest` throws is sent as the body of a response with status 200.
# The same error is answered with 500 if `onBeforeHandle` or the handler throws it. So a check that runs early, and refuses a request by
# throwing, looks to the client like a success, with the text of the error as its result. An error with a `status`, such as
# NotFoundError, keeps its status in onRequest, too.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund elysia@1.4.30
cat > run.mjs <<'JS'
import { Elysia, NotFoundError } from 'elysia';

const errors = { Error: () => new Error('no token'), NotFoundError: () => new NotFoundError() };

for (const [name, make] of Object.entries(errors)) {
  const fail = async () => {
    throw make();
  };
  const apps = {
    onRequest: new Elysia().onRequest(fail).get('/', () => 'ok'),
    onBeforeHandle: new Elysia().onBeforeHandle(fail).get('/', () => 'ok'),
    handler: new Elysia().get('/', fail),
  };
  for (const [place, app] of Object.entries(apps)) {
    const answer = await app.handle(new Request('http://localhost/'));
    console.log(name, place, answer.status, await answer.text());
  }
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
Error onRequest 200 no token
Error onBeforeHandle 500 no token
Error handler 500 no token
NotFoundError onRequest 404 NOT_FOUND
NotFoundError onBeforeHandle 404 NOT_FOUND
NotFoundError handler 404 NOT_FOUND
SEEN
