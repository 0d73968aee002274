#!/usr/bin/env bash
# @mikro-orm/core 7.2.1 (npm) on SQLite: a BigIntType of mode 'string' or 'bigint' reads another number than it stored.
# The modes exist for integers beyond 2 ** 53. The value is stored as it is, and the driver reads it as a number of JavaScript, which
# rounds, before the type makes a text or a bigint of it. No error shows it, and the next flush may write the rounded number.
# @mikro-orm/sqlite 6.6.15 and 7.2.1 behave alike; libsql needs no compiler.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @mikro-orm/core@7.2.1 @mikro-orm/libsql@7.2.1
cat > run.mjs <<'JS'
import { BigIntType } from '@mikro-orm/core';
import { EntitySchema, MikroORM } from '@mikro-orm/libsql';

for (const mode of ['string', 'bigint']) {
  const properties = { id: { type: 'number', primary: true }, number: { type: new BigIntType(mode) } };
  const account = new EntitySchema({ name: 'Account', tableName: 'account', properties });
  const orm = await MikroORM.init({ entities: [account], dbName: ':memory:' });
  const database = orm.em.getConnection();
  await database.execute('create table account (id integer primary key, number bigint)');
  const em = orm.em.fork();
  em.create('Account', { id: 1, number: mode === 'string' ? '9007199254740993' : 9007199254740993n });
  await em.flush();
  const [{ stored }] = await database.execute('select cast(number as text) as stored from account');
  const { number } = await orm.em.fork().findOneOrFail('Account', 1);
  console.log(`${mode}: stored ${stored}, read the ${typeof number} ${number}`);
  await orm.close();
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
string: stored 9007199254740993, read the string 9007199254740992
bigint: stored 9007199254740993, read the bigint 9007199254740992
SEEN
