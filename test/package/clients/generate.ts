import { existsSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../../support/programs/tools.js';

/** Where the clients are, as `document/generator/…`. */
export const FOLDER = path.resolve(__dirname, '../../../build/tests/clients');

/**
 * Generates clients of each document with every generator; of those that are not `whole`, their types alone. All in one
 * process, which takes seconds to load the generators. Resolves to what could not be generated, by `document/generator`.
 */
export async function generateClients(
  documents: Readonly<Record<string, object>>,
  whole: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return (await runTool('generate.mjs', { folder: FOLDER, documents, whole })) as Record<string, string>;
}

const CLIENT_FILES = ['client.ts', 'index.ts'];

/** The entry file of a generated client, `document/generator`; undefined where there is none. */
export function entryOf(client: string): string | undefined {
  return CLIENT_FILES.map((file) => path.join(FOLDER, client, file)).find((file) => existsSync(file));
}
