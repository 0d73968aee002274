import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The version of a package in the lock file of a folder of `test/tools`. */
function versionOf(folder: string, name: string): string | undefined {
  const { packages } = JSON.parse(read(`test/tools/${folder}/package-lock.json`)) as {
    packages: Readonly<Record<string, { version?: string }>>;
  };
  return packages[`node_modules/${name}`]?.version;
}

test.each([
  ['TypeORM', 'libraries', 'typeorm'],
  ['MikroORM', 'libraries', '@mikro-orm/core'],
  ['Knex', 'libraries', 'knex'],
  ['Kysely', 'libraries', 'kysely'],
  ['Drizzle', 'libraries', 'drizzle-orm'],
  ['Prisma', 'prisma', '@prisma/client'],
  ['better-sqlite3', 'libraries', 'better-sqlite3'],
  ['libsql', 'libraries', 'libsql'],
])('docs/transactions.md names the tested version of %s', (title, folder, name) => {
  const [, version] = new RegExp(`\\b${title} (\\d+\\.\\d+\\.\\d+)`).exec(read('docs/transactions.md')) ?? [];
  expect(version).toBe(versionOf(folder, name));
});
