import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Built, proveRewrites, type Rewrite, type TakenBack } from '../../nest/migrate/prove.js';
import { InputError } from '../command.js';

export interface Remake {
  readonly command: string | undefined;
  readonly documentArguments: readonly string[];
  readonly cwd: string;
}

const TIMEOUT = 20 * 60_000;

interface FirstBuild {
  readonly prove: (rewrites: readonly Rewrite[]) => TakenBack[];
}

export function buildFirst(remake: Remake): FirstBuild {
  const command = remake.command ?? usualBuild(remake.cwd);
  const build = (): Built => buildDocument(command, remake);
  const before = build();
  if ('failure' in before)
    throw new InputError(
      `${command} fails before any file is changed, or its output cannot be loaded: ${before.failure.trim()}`,
    );
  return { prove: (rewrites) => proveRewrites(rewrites, before.document, { write: writeFileSync, build }) };
}

function buildDocument(command: string, { documentArguments, cwd }: Remake): Built {
  const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-migrate-'));
  const output = path.join(folder, 'openapi.json');
  const options = { cwd, encoding: 'utf8', timeout: TIMEOUT } as const;
  try {
    const built = spawnSync(command, { ...options, shell: true });
    if (built.status !== 0) return { failure: `${built.stdout}\n${built.stderr}` };
    const self = [...process.execArgv, process.argv[1] ?? ''];
    const made = spawnSync(process.execPath, [...self, ...documentArguments, output], options);
    if (!existsSync(output)) return { failure: made.stderr };
    return { document: JSON.parse(readFileSync(output, 'utf8')) as object };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function usualBuild(cwd: string): string {
  const file = path.join(cwd, 'package.json');
  const { scripts } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    scripts?: { build?: string };
  };
  if (scripts?.build !== undefined) return 'npm run build';
  throw new InputError(
    'migrate nest --write builds the application to compare its documents, and package.json has no script "build". Name the command: --build "nest build".',
  );
}
