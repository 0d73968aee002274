#!/usr/bin/env bash
# @tsed/platform-express 8.38.8 (npm): an error of a route that is registered on the Express application itself is lost.
# The middleware of Ts.ED for errors reads a context that only routes of Ts.ED and later ones have. For a route of `rawApp`, which
# $beforeRoutesInit may register, it throws a TypeError: the log and the response name that in place of the error of the route, and the
# status of an error (here 409) becomes 500. `app.get(…)` of the PlatformApplication keeps the error.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund express@5.3.0 ajv@8.20.0 @tsed/core@8.38.8 @tsed/di@8.38.8 @tsed/schema@8.38.8 \
  @tsed/ajv@8.38.8 @tsed/json-mapper@8.38.8 @tsed/exceptions@8.38.8 @tsed/platform-http@8.38.8 @tsed/platform-express@8.38.8
cat > run.mjs <<'JS'
import { inject } from '@tsed/di';
import { Conflict } from '@tsed/exceptions';
import { PlatformExpress } from '@tsed/platform-express';
import { PlatformApplication } from '@tsed/platform-http';

const fail = () => {
  throw new Conflict('This order is paid');
};
class Server {
  $beforeRoutesInit() {
    const app = inject(PlatformApplication);
    app.rawApp.get('/raw', fail);
    app.get('/own', fail);
  }
}
const settings = { httpPort: '127.0.0.1:0', httpsPort: false, logger: { level: 'off' }, disableComponentsScan: true };
const platform = await PlatformExpress.bootstrap(Server, settings);
const { rawApp } = platform.injector.get(PlatformApplication);
const logged = console.error;
console.error = () => undefined; // Express writes the error of the second failure
const server = rawApp.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
for (const path of ['/own', '/raw']) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  const text = await response.text();
  const [found] = /This order is paid|TypeError: [^<&(]*/.exec(text) ?? ['neither error'];
  console.log(path, response.status, found.trim());
}
console.error = logged;
process.exit(0);
JS
node run.mjs 2> errors | tee seen || { cat errors; exit 1; }
diff seen - <<'SEEN'
/own 409 This order is paid
/raw 500 TypeError: Cannot read properties of undefined
SEEN
