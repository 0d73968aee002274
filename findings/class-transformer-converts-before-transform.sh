#!/usr/bin/env bash
# class-transformer 0.5.1 (npm), with reflect-metadata 0.2.2: under `enableImplicitConversion`, the function of @Transform receives what the
# compiler's type has made of the value, although the property has its own conversion.
# A property of class Money has @Transform. For the plain object { cents: 5 }, its `value` is a Money with the member cents: the option has
# called `new Money()` without arguments and copied the members. A constructor that needs arguments throws
# inside plainToInstance. For a property of type Number, `value` is already a number, so a text such as '0012' has lost its zeros.
# Only `obj[key]` still has the original. Without the option, `value` is the plain value.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund class-transformer@0.5.1 reflect-metadata@0.2.2
cat > run.cjs <<'JS'
require('reflect-metadata');
const { plainToInstance, Transform } = require('class-transformer');

class Money {
  constructor(...given) {
    console.log('  new Money with', given.length, 'arguments');
  }
}
class Payment {}

// What a compiler writes for `@Transform(…) total: Money` and `@Transform(…) code: number`.
for (const [key, type] of [['total', Money], ['code', Number]]) {
  Reflect.defineMetadata('design:type', type, Payment.prototype, key);
  Transform(({ value, obj }) => {
    const kind = (one) => (typeof one === 'object' ? one.constructor.name : typeof one);
    console.log(' ', key, 'value', kind(value), JSON.stringify(value), 'obj', kind(obj[key]), JSON.stringify(obj[key]));
    return value;
  }, { toClassOnly: true })(Payment.prototype, key);
}

for (const enableImplicitConversion of [false, true]) {
  console.log('enableImplicitConversion', enableImplicitConversion);
  plainToInstance(Payment, { total: { cents: 5 }, code: '0012' }, { enableImplicitConversion });
}
JS
node run.cjs | tee seen
diff seen - <<'SEEN'
enableImplicitConversion false
  total value Object {"cents":5} obj Object {"cents":5}
  code value string "0012" obj string "0012"
enableImplicitConversion true
  new Money with 0 arguments
  total value Money {"cents":5} obj Object {"cents":5}
  code value number 12 obj string "0012"
SEEN
