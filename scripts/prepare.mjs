// `node scripts/prepare.mjs PART`: builds or installs a part that some tests need, unless it is there. A process of its own,
// because jest's workers ask at the same time.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { installListed } from './lib/install.mjs';
import { buildAndPack, compileSamples } from './lib/prepare.mjs';
import { generatePrismaClients } from './lib/prisma-clients.mjs';
import { root } from './lib/run.mjs';
import { installNodes, unpackViewers } from './lib/unpack.mjs';

const [name, argument] = process.argv.slice(2);

const PARTS = {
  package: buildAndPack,
  samples: compileSamples,
  tools: () => installListed('the readers of OpenAPI documents', 'test/tools'),
  readers: () => installListed('other readers of OpenAPI documents', 'test/tools/readers'),
  agents: () => installListed('clients of MCP servers', 'test/tools/agents'),
  generators: () => installListed('generators of clients', 'test/tools/generators'),
  oldest: () => installListed('the oldest peers', 'test/tools/oldest', 'build/oldest'),
  // Archives keep no symbolic links; a script of each package makes them.
  postgres: async () => {
    await installListed('versions of PostgreSQL', 'test/tools/postgres', 'build/postgres');
    const folder = path.join(root, 'build/postgres/node_modules');
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('postgres')))
      execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: path.join(folder, name) });
  },
  next: () => installListed('Next.js', 'test/tools/next', 'build/next'),
  vitest: () => installListed('vitest 5', 'test/tools/vitest-5', 'build/vitest-5'),
  libraries: () => installListed('libraries beside dtospec', 'test/tools/libraries', 'build/libraries'),
  prisma: async () => {
    await installListed('Prisma', 'test/tools/prisma', 'build/prisma');
    await generatePrismaClients();
  },
  bench: () => installListed('what the benchmarks compare with', 'bench'),
  nest: async () => {
    for (const version of ['10', '11'])
      await installListed(`Nest ${version}`, `test/tools/nest-${version}`, `build/nest/${version}`);
  },
  // The registry has them for more platforms; the lock file has these.
  nodes: async () => {
    if (process.platform === 'linux' && process.arch === 'x64') await installNodes();
  },
  viewers: () => unpackViewers(JSON.parse(argument)),
};

await PARTS[name]();
