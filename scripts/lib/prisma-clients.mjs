import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { root } from './run.mjs';

const folder = path.join(root, 'build/prisma');

/** Generates the clients of Prisma for `test/tools/prisma/*.prisma`, unless they are there. */
export function generatePrismaClients() {
  return alone(() => {
    for (const name of ['postgres', 'sqlite']) {
      const schema = readFileSync(path.join(root, `test/tools/prisma/${name}.prisma`), 'utf8');
      const done = path.join(folder, 'clients', name, 'of.prisma');
      if (existsSync(done) && readFileSync(done, 'utf8') === schema) continue;
      generate(name, schema);
      writeFileSync(done, schema);
    }
  }, 'prisma');
}

function generate(name, schema) {
  const file = path.join(folder, `${name}.prisma`); // beside the packages, where Prisma looks for its own
  writeFileSync(file, schema);
  const command = path.join(folder, 'node_modules/prisma/build/index.js');
  // Prisma downloads its engine for migrations, unless it is told of one. Generating does not run it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  execFileSync(process.execPath, [command, 'generate', '--schema', file], { env, stdio: 'pipe' });
}
