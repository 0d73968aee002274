#!/usr/bin/env bash
# nitropack 2.13.6 (npm): `nitropack build` removes `import 'reflect-metadata'`, without a warning.
# The package has side effects only, and its package.json does not deny them. The built server starts, and Reflect.getMetadata is missing
# in it. With `moduleSideEffects: ['reflect-metadata']`, the import stays.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund nitropack@2.13.6 reflect-metadata@0.2.2
mkdir -p server/routes
cat > server/routes/index.ts <<'TS'
import 'reflect-metadata';

export default defineEventHandler(() => typeof (Reflect as { getMetadata?: unknown }).getMetadata);
TS
for option in "" "moduleSideEffects: ['reflect-metadata'],"; do
  echo "export default defineNitroConfig({ srcDir: 'server', compatibilityDate: '2025-01-01', $option });" > nitro.config.ts
  npx nitropack build > build.log 2>&1
  cat > run.mjs <<'JS'
process.env.PORT = '0';
process.env.HOST = '127.0.0.1';
const { log } = console;
console.log = async (text) => {
  const [url] = /http:\S+/.exec(text) ?? [];
  if (url === undefined) return;
  log(await (await fetch(url)).text());
  process.exit(0);
};
await import('./.output/server/index.mjs');
JS
  echo "${option:-without an option} $(node run.mjs)"
done | tee seen
diff seen - <<'SEEN'
without an option undefined
moduleSideEffects: ['reflect-metadata'], function
SEEN
