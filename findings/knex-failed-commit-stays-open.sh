#!/usr/bin/env bash
# knex 3.3.0 (npm) on SQLite: after a COMMIT that fails, the transaction stays open, and what follows is lost without an error.
# A deferred foreign key makes SQLite refuse the COMMIT and keep the transaction open, so that the application can mend it or
# roll back. `knex.transaction()` rejects, and gives its connection back to the pool without a ROLLBACK. Statements outside of
# a transaction then succeed, read their own rows, and are gone when the process ends. The next `knex.transaction()` rejects,
# "cannot start a transaction within a transaction", and other processes wait for the lock.
# On PostgreSQL a failed COMMIT ends the transaction, so the same code is right there. TypeORM, Kysely and MikroORM roll back.
# The interface of better-sqlite3 is here libsql's, which needs no compiler; better-sqlite3 13.0.3 on Node.js 22 behaves alike.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --legacy-peer-deps knex@3.3.0 better-sqlite3@npm:libsql@0.5.29
cat > run.mjs <<'JS'
import knexOf from 'knex';

const options = { client: 'better-sqlite3', connection: { filename: 'shop.sqlite' }, useNullAsDefault: true };
const open = async () => {
  const knex = knexOf(options);
  await knex.raw('PRAGMA foreign_keys = ON');
  return knex;
};
const outcomeOf = (promise) => promise.then(() => 'done', ({ message }) => message.replace(/.* - /, ''));

const knex = await open();
await knex.raw('CREATE TABLE boxes (id INTEGER PRIMARY KEY)');
await knex.raw(`CREATE TABLE parcels (id INTEGER PRIMARY KEY,
  box INTEGER REFERENCES boxes DEFERRABLE INITIALLY DEFERRED)`);
console.log('transaction:', await outcomeOf(knex.transaction((trx) => trx('parcels').insert({ id: 1, box: 9 }))));
console.log('insert:', await outcomeOf(knex('boxes').insert({ id: 1 })));
console.log('boxes:', (await knex('boxes')).length);
console.log('next transaction:', await outcomeOf(knex.transaction((trx) => trx('boxes').insert({ id: 2 }))));
await knex.destroy();
const again = await open();
console.log('boxes after a restart:', (await again('boxes')).length);
await again.destroy();
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
transaction: FOREIGN KEY constraint failed
insert: done
boxes: 1
next transaction: cannot start a transaction within a transaction
boxes after a restart: 0
SEEN
