#!/usr/bin/env bash
# class-transformer 0.5.1 (npm): reading a discriminated list takes the discriminator out of the caller's own object.
# `plainToInstance` returns new instances, so one expects that the plain object stays as it was. Where `@Type` has a
# discriminator without `keepDiscriminatorProperty`, the library deletes the property from the input itself. The second read of
# the same object then knows no subtype: each item becomes an instance of the base type, without an error.
# A value that is parsed once and read twice (a cached message, a retried job) loses its types on the second read.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"commonjs"}' > package.json
npm install --silent --no-audit --no-fund class-transformer@0.5.1 reflect-metadata@0.2.2
cat > run.cjs <<'JS'
require('reflect-metadata');
const { plainToInstance, Type } = require('class-transformer');

class Payment {}
class Card extends Payment {}
class Order {}
const subTypes = [{ value: Card, name: 'card' }];
Type(() => Payment, { discriminator: { property: 'kind', subTypes } })(Order.prototype, 'payments');

const message = { payments: [{ kind: 'card', last4: '4242' }] };
for (const read of ['first', 'second']) {
  const { payments } = plainToInstance(Order, message);
  console.log(read, payments[0].constructor.name, JSON.stringify(message));
}
JS
node run.cjs | tee seen
diff seen - <<'SEEN'
first Card {"payments":[{"last4":"4242"}]}
second Payment {"payments":[{"last4":"4242"}]}
SEEN
