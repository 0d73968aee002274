#!/usr/bin/env bash
# @openapi-codegen/cli 3.1.0 with @openapi-codegen/typescript 11.1.0 (npm): `type: [string, 'null']` becomes the type `void`.
# It is how OpenAPI 3.1 says that a text may be null. The type of the member accepts neither a text nor null, and nothing is reported.
# `anyOf` with null, and `nullable` of 3.0, become `string | null`.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @openapi-codegen/cli@3.1.0 @openapi-codegen/typescript@11.1.0
cat > openapi-codegen.config.ts <<'TS'
import { generateSchemaTypes } from '@openapi-codegen/typescript';
const config = (version) => ({
  from: { source: 'file', relativePath: `./${version}.json` },
  outputDir: `client-${version}`,
  to: (context) => generateSchemaTypes(context, { filenamePrefix: 'pets' }),
});
export default { new: config('new'), old: config('old') };
TS
document() {
  echo "{\"openapi\":\"$1\",\"info\":{\"title\":\"Pets\",\"version\":\"1\"},\"paths\":{},\"components\":{\"schemas\":{\"Pet\":{\"type\":\"object\",\"properties\":{$2}}}}}"
}
document 3.1.0 '"list":{"type":["string","null"]},"either":{"anyOf":[{"type":"string"},{"type":"null"}]}' > new.json
document 3.0.3 '"old":{"type":"string","nullable":true}' > old.json
for version in new old; do
  npx openapi-codegen gen "$version" -c openapi-codegen.config.ts > log
  grep -E '^ +(list|either|old)\?' "client-$version/petsSchemas.ts" | sed 's/^ *//' | tee -a seen
done
diff seen - <<'SEEN'
list?: void;
either?: string | null;
old?: string | null;
SEEN
