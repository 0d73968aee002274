#!/usr/bin/env bash
# typeorm 1.1.1 (npm) on better-sqlite3: two transactions at once are one. `dataSource.transaction()` resolves, and its rows are
# rolled back a moment later by the other one.
# A DataSource on SQLite has one QueryRunner, so a transaction that begins while another one runs becomes a savepoint in it.
# Its `transaction()` resolves when the savepoint is released, which is before anything is committed. If the first transaction
# fails afterwards, both are gone, and the second caller has been told that all is well. A service that handles two requests at
# once answers 201 for a row that does not exist.
# Knex, Kysely and MikroORM let the second one wait. The interface of better-sqlite3 is here libsql's, which needs no compiler;
# better-sqlite3 13.0.3 on Node.js 22 behaves alike.
# Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --legacy-peer-deps typeorm@1.1.1 libsql@0.5.29 reflect-metadata@0.2.2
cat > run.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { DataSource } from 'typeorm';

const source = new DataSource({ type: 'better-sqlite3', database: 'shop.sqlite', driver: Database });
await source.initialize();
await source.query('CREATE TABLE orders (id INTEGER PRIMARY KEY)');

const first = source
  .transaction(async (manager) => {
    await manager.query('INSERT INTO orders VALUES (1)');
    await wait(200);
    throw new Error('no stock');
  })
  .catch(({ message }) => console.log('first:', message));
await wait(50);
await source.transaction((manager) => manager.query('INSERT INTO orders VALUES (2)'));
console.log('second: resolved, orders', JSON.stringify(await source.query('SELECT id FROM orders')));
await first;
console.log('at the end: orders', JSON.stringify(await source.query('SELECT id FROM orders')));
await source.destroy();
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
second: resolved, orders [{"id":1},{"id":2}]
first: no stock
at the end: orders []
SEEN
