import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import { readPrograms } from '../../package/readme/snippets.js';

/** Changes a table of the application and sends a message, both or neither. */
export type Ship = (library: unknown, notifier: Notifier, id: number, database?: unknown) => Promise<unknown>;

/** Beside the libraries that the recipes import. */
const folder = path.resolve(__dirname, '../../../build/libraries/recipes');

/** Loads a recipe of docs/transactions.md, such as `knex`. */
export async function loadRecipe(name: string): Promise<Ship> {
  const programs = readPrograms('guides');
  mkdirSync(folder, { recursive: true });
  for (const file of ['shipping.ts', `${name}-outbox.ts`])
    writeFileSync(path.join(folder, file), programs.get(file) ?? '');
  return ((await import(path.join(folder, `${name}-outbox.ts`))) as { ship: Ship }).ship;
}
