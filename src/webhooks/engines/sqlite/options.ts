import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import {
  resolveChoice,
  resolveOriginLimits,
  resolveTimes,
  type OriginLimits,
  type OriginOptions,
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
  /** `'hold'` keeps messages of one key (`orderBy`) back behind a dead one. @default 'continue' */
  readonly afterDead?: AfterDead;
  /** Milliseconds for which ended deliveries are kept, with their bodies, for `redeliver`. @default 7 days */
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

const ENGINE = 'SqliteEngine';

const TIMES = { lease: 30_000, pollInterval: 250, retention: 7 * 86_400_000, deadRetention: Infinity };

export function resolveSqliteOptions(options: SqliteEngineOptions): ResolvedSqliteOptions {
  requireOptions('new SqliteEngine(options)', "{ file: 'deliveries.sqlite' }", options);
  const { file, afterDead, synchronous } = options;
  if (typeof (file as unknown) !== 'string' || file === '')
    throw new ConfigError(`file of a SqliteEngine needs the path of a file, not ${show(file)}.`);
  return {
    file,
    ...resolveTimes(ENGINE, options, TIMES),
    afterDead: resolveChoice(ENGINE, 'afterDead', afterDead, ['continue', 'hold']),
    synchronous: resolveChoice(ENGINE, 'synchronous', synchronous, ['FULL', 'NORMAL']),
    origins: resolveOriginLimits(ENGINE, options),
  };
}
