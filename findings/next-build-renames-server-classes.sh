#!/usr/bin/env bash
# next 16.4.6 (npm): `next build` renames the classes of route handlers, and `next dev` does not.
# One expects minification of what browsers load, and on a server perhaps of white space: names are no secret there, and they are
# in logs, in `error.constructor.name`, and in registries that are keyed by the name of a class. The build for production shortens
# them in the server's code, too, with Turbopack and with webpack. `experimental.serverMinification: false` keeps them.
# What a team sees in development and in its tests differs from production, and may change with each build.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export NEXT_TELEMETRY_DISABLED=1
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund next@16.4.6 react@19.3.1 react-dom@19.3.1
mkdir -p app/kind
cat > app/kind/route.js <<'JS'
class OutOfStock extends Error {}

export const dynamic = 'force-dynamic';
export const GET = () => Response.json(new OutOfStock().constructor.name);
JS
cat > ask.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const args = ['node_modules/next/dist/bin/next', ...process.argv.slice(2), '-p', '0', '-H', '127.0.0.1'];
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
let printed = '';
while (!/127\.0\.0\.1:[1-9]/.test(printed)) printed += (await once(server.stdout, 'data'))[0];
const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
const name = await (await fetch(`${origin}/kind`)).json();
console.log(process.argv[2], name === 'OutOfStock' ? name : 'another name');
server.kill();
JS
build() { node node_modules/next/dist/bin/next build "$@" > built 2>&1 || { cat built; exit 1; }; }
{
  node ask.mjs dev
  build && node ask.mjs start
  build --webpack && node ask.mjs start
  echo 'export default { experimental: { serverMinification: false } };' > next.config.mjs
  build && node ask.mjs start
} | tee seen
diff seen - <<'SEEN'
dev OutOfStock
start another name
start another name
start OutOfStock
SEEN
