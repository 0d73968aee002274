#!/usr/bin/env bash
# hono 4.13.19 (npm): the middleware `etag()` holds a stream of events back until it has ended.
# It hashes a copy of the whole body before it returns the response. Without it, a client of `streamSSE` gets each of three events when it
# is written, a fifth of a second apart. With `etag()` in the application, all of them arrive together, behind the last one, and the
# stream has an ETag. There is no option that leaves a media type out; a route needs a middleware of its own.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund hono@4.13.19
cat > run.mjs <<'JS'
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { streamSSE } from 'hono/streaming';

for (const isTagged of [false, true]) {
  const app = new Hono();
  if (isTagged) app.use(etag());
  let written = 0;
  app.get('/', (c) =>
    streamSSE(c, async (stream) => {
      for (const data of ['a', 'b', 'c']) {
        written += 1;
        await stream.writeSSE({ data });
        await stream.sleep(200);
      }
    }),
  );
  const answer = await app.request('/');
  const atArrival = [];
  for await (const _chunk of answer.body) atArrival.push(written);
  console.log(isTagged ? 'etag()' : 'without', `written when an event arrived: ${atArrival}`, answer.headers.has('etag'));
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
without written when an event arrived: 1,2,3 false
etag() written when an event arrived: 3,3,3 true
SEEN
