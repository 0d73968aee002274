#!/usr/bin/env bash
# standardwebhooks 1.1.1 (npm): a correctly signed body that is not JSON cannot be verified.
# Standard Webhooks signs bytes of any media type. `sign` of this library accepts every text, and `verify` compares the
# signature first. Then it parses the body as JSON, so a form with a valid signature ends in a SyntaxError, which a
# receiver that catches WebhookVerificationError does not expect. An empty body returns undefined.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1
cat > run.mjs <<'JS'
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
const now = new Date();
for (const body of ['{"a":1}', 'a=1&b=2', '']) {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': webhook.sign('msg_1', now, body),
  };
  try {
    console.log(JSON.stringify(body), '->', JSON.stringify(webhook.verify(body, headers)));
  } catch (error) {
    console.log(JSON.stringify(body), '->', error.name);
  }
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
"{\"a\":1}" -> {"a":1}
"a=1&b=2" -> SyntaxError
"" -> undefined
SEEN
