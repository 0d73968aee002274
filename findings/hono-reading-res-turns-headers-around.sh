#!/usr/bin/env bash
# hono 4.13.19 (npm): whether middleware has read `c.res` decides which of two values of a header is sent.
# Middleware sets `cache-control: no-store` with c.header(), and the handler returns a response with `cache-control: max-age=60`.
# The handler's value is sent. As soon as something has read `c.res` before, only to look for another header, the middleware's value is
# sent: the getter creates a response with the headers so far, and those are put over the ones that the handler returns.
# The same holds for `new Response` and for c.body(). A logger that looks at `c.res.headers` before next() changes what clients receive.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund hono@4.13.19
cat > run.mjs <<'JS'
import { Hono } from 'hono';

const own = { 'cache-control': 'max-age=60' };
const handlers = { 'new Response': () => new Response('x', { headers: own }), 'c.body': (c) => c.body('x', 200, own) };

for (const [name, handler] of Object.entries(handlers))
  for (const reads of [false, true]) {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header('cache-control', 'no-store');
      if (reads) c.res.headers.has('x-request-id');
      await next();
    });
    app.get('/', handler);
    const answer = await app.request('/');
    console.log(name, reads ? 'c.res was read' : 'c.res was not read', answer.headers.get('cache-control'));
  }
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
new Response c.res was not read max-age=60
new Response c.res was read no-store
c.body c.res was not read max-age=60
c.body c.res was read no-store
SEEN
