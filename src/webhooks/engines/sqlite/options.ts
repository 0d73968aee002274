import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import {
  type OriginLimits,
  type OriginOptions,
  requireLease,
  resolveOriginLimits,
} from '../shared/engine-options.js';
import type { AfterDead } from './store.js';

/** Options of `new SqliteEngine(options)`. */
export interface SqliteEngineOptions extends OriginOptions {
  /**
   * Path of the file on a disk of this machine; several processes of the machine may share it. Created if it is
   * missing.
   */
  readonly file: string;
  /**
   * Milliseconds after which another worker takes a job whose worker no longer reports that it is alive; at least 3
   * seconds. @default 30000
   */
  readonly lease?: number;
  /** Longest time, in milliseconds, until a worker sees what another process has stored. @default 250 */
  readonly pollInterval?: number;
  /** What happens to the messages of one key (`orderBy`) behind one that is dead. @default 'continue' */
  readonly afterDead?: AfterDead;
  /** Milliseconds for which ended deliveries are remembered, without their bodies. @default 7 days */
  readonly retention?: number;
  /** Milliseconds for which dead deliveries are kept. @default Infinity */
  readonly deadRetention?: number;
  /**
   * `FULL`: stored deliveries survive a power failure. `NORMAL`: they survive the end of any process, but a power
   * failure may lose the last moments. @default 'FULL'
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
}

export type ResolvedSqliteOptions = Required<Omit<SqliteEngineOptions, keyof OriginOptions>> & {
  readonly origins: OriginLimits | undefined;
};

const DAY = 24 * 60 * 60 * 1_000;

const NUMBERS = {
  lease: 30_000,
  pollInterval: 250,
  retention: 7 * DAY,
  deadRetention: Infinity,
} as const;

const CHOICES = { afterDead: ['continue', 'hold'], synchronous: ['FULL', 'NORMAL'] } as const;

export function resolveSqliteOptions(options: SqliteEngineOptions): ResolvedSqliteOptions {
  requireOptions('new SqliteEngine(options)', "{ file: 'deliveries.sqlite' }", options);
  if (typeof (options.file as unknown) !== 'string' || options.file === '')
    throw new ConfigError(`file of a SqliteEngine needs the path of a file, not ${show(options.file)}.`);
  for (const name of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    const value: unknown = options[name];
    if (value === undefined || (typeof value === 'number' && value > 0)) continue;
    throw new ConfigError(
      `${name} of a SqliteEngine needs milliseconds, a number above 0, not ${show(value)}.`,
    );
  }
  for (const name of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    const value: unknown = options[name];
    const known: readonly unknown[] = CHOICES[name];
    if (value === undefined || known.includes(value)) continue;
    throw new ConfigError(
      `${name} of a SqliteEngine is one of ${known.map(show).join(', ')}, not ${show(value)}.`,
    );
  }
  requireLease(options.lease ?? NUMBERS.lease, 'SqliteEngine');
  const origins = resolveOriginLimits(options, 'SqliteEngine');
  return { afterDead: 'continue', synchronous: 'FULL', ...NUMBERS, ...definedOf(options), origins };
}

function definedOf(options: SqliteEngineOptions): SqliteEngineOptions {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as SqliteEngineOptions;
}
