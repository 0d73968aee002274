import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** Programs that npm does not install, and how a machine shows that it has them. */
const PROGRAMS = {
  redis: () => isCommand('redis-server'),
  // Debian has a folder for each version.
  postgres: () => existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0,
  pgbouncer: () => isCommand('pgbouncer'),
  openssl: () => isCommand('openssl'),
  script: () => isCommand('script'),
  bash: () => isCommand('bash'),
  prlimit: () => isCommand('prlimit'),
  python: () => isCommand('python3'),
  git: () => isCommand('git'),
} as const;

export type Program = keyof typeof PROGRAMS;

export function isCommand(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined;
}

export function isInstalled(program: Program): boolean {
  return process.env.CI === 'true' || PROGRAMS[program]();
}

/** Returns `run`, or `run.skip` where a program is missing. In CI nothing is skipped, so that a missing program fails. */
export function needing<R extends { readonly skip: unknown }>(run: R, ...programs: readonly Program[]): R {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return run;
  process.stderr.write(`skipped, not installed: ${missing.join(', ')}\n`);
  return run.skip as R;
}

/** The programs that an engine of durable deliveries needs. */
const ENGINES = {
  sqlite: [],
  pglite: [],
  redis: ['redis'],
  postgres: ['postgres'],
  pgbouncer: ['postgres', 'pgbouncer'],
} as const satisfies Readonly<Record<string, readonly Program[]>>;

/** `describe.each` over engines of durable deliveries; those whose store is not installed are skipped by name. */
export function describeEngines<K extends keyof typeof ENGINES>(kinds: readonly K[]) {
  return (title: string, body: (kind: K) => void): void => {
    for (const kind of kinds)
      needing(describe, ...ENGINES[kind])(title.replace('%s', kind), () => {
        body(kind);
      });
  };
}
