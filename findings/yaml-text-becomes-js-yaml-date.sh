#!/usr/bin/env bash
# yaml 2.9.1 and js-yaml 4.3.2 (npm): texts that the one writes come back from the other as a Date and as a number.
# Both packages name YAML 1.2. yaml leaves the text 2026-01-01 without quotes, since the core schema has no dates.
# js-yaml's usual `load` has dates and merge keys of YAML 1.1, and binary integers, which YAML 1.2 lacks. So a default
# or an example of `format: date` in a document becomes a date-time, 0b11 becomes 3, and a member named << disappears.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund yaml@2.9.1 js-yaml@4.3.2
cat > run.mjs <<'JS'
import { stringify } from 'yaml';
import { load } from 'js-yaml';

for (const value of ['2026-01-01', '0b11', '12:30:45', 'no'])
  console.log(stringify({ example: value }).trim(), '->', JSON.stringify(load(stringify({ example: value }))));
console.log('<< ->', JSON.stringify(load(stringify({ '<<': { a: 1 }, b: 2 }))));
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
example: 2026-01-01 -> {"example":"2026-01-01T00:00:00.000Z"}
example: 0b11 -> {"example":3}
example: 12:30:45 -> {"example":"12:30:45"}
example: no -> {"example":"no"}
<< -> {"a":1,"b":2}
SEEN
