#!/usr/bin/env bash
# @kubb/plugin-zod 4.39.3 (npm): for `format: ipv4` and `format: ipv6`, the generated schema accepts URLs and refuses addresses.
# Both formats become `z.url()`, although zod has `z.ipv4()` and `z.ipv6()`. The formats `uuid` and `email` become those of zod.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-zod@4.39.3 zod@4.6.7 esbuild@0.28.2
cat > run.mjs <<'JS'
import { build } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginZod } from '@kubb/plugin-zod';
import { transformSync } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const text = (format) => ({ type: 'string', format });
const properties = { v4: text('ipv4'), v6: text('ipv6'), id: text('uuid') };
const Host = { type: 'object', properties };
writeFileSync('openapi.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'Hosts', version: '1' }, paths: {}, components: { schemas: { Host } } }));
await build({
  config: {
    root: '.',
    input: { path: './openapi.json' },
    output: { path: './client', format: false, lint: false },
    plugins: [pluginOas({ validate: false }), pluginZod({ output: { path: 'zod.ts' }, typed: false })],
  },
});
writeFileSync('zod.mjs', transformSync(readFileSync('client/zod.ts', 'utf8'), { loader: 'ts' }).code);
const { hostSchema } = await import('./zod.mjs');

const VALUES = [{ v4: '192.0.2.1' }, { v4: 'https://example.com' }, { v6: '2001:db8::1' }, { id: '3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34' }];
// kubb writes to the console in a way of its own.
writeFileSync('seen', VALUES.map((value) => `${JSON.stringify(value)} ${hostSchema.safeParse(value).success}\n`).join(''));
process.exit(0);
JS
node run.mjs > /dev/null
cat seen
diff seen - <<'SEEN'
{"v4":"192.0.2.1"} false
{"v4":"https://example.com"} true
{"v6":"2001:db8::1"} false
{"id":"3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34"} true
SEEN
