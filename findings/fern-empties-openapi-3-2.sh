#!/usr/bin/env bash
# fern-api 5.131.1 (npm): `fern check` passes for a document of OpenAPI 3.2, and its definition has no endpoint and no type.
# The same document with `openapi: 3.1.0` gives one endpoint. There is no error and no warning, so an empty SDK is the first sign.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export FERN_DISABLE_TELEMETRY=true
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts fern-api@5.131.1
mkdir fern
echo '{"organization":"pets","version":"5.131.1"}' > fern/fern.config.json
printf 'api:\n  specs:\n    - openapi: openapi.json\ngroups: {}\n' > fern/generators.yml
for version in 3.1.0 3.2.0; do
  cat > fern/openapi.json <<JSON
{
  "openapi": "$version",
  "info": { "title": "Pets", "version": "1" },
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "tags": ["pets"],
        "responses": { "200": { "description": "The pets", "content": { "application/json": { "schema": { "type": "string" } } } } }
      }
    }
  }
}
JSON
  node node_modules/fern-api/cli.cjs check --warnings > check 2>&1
  node node_modules/fern-api/cli.cjs write-definition > write 2>&1
  endpoints=$(cat fern/.definition/*.yml | grep -c '^    listPets:' || true)
  echo "$version: $(grep -o 'All checks passed' check), $endpoints endpoint(s)" | tee -a seen
done
diff seen - <<'SEEN'
3.1.0: All checks passed, 1 endpoint(s)
3.2.0: All checks passed, 0 endpoint(s)
SEEN
