import type { EngineHost } from '../../notifier/engine.js';
import type { ResolvedSqliteOptions } from './options.js';
import type { Store } from './store.js';
import type { Writer } from './writer.js';

/** What a worker works with. */
export interface WorkerContext {
  readonly host: EngineHost;
  readonly store: Store;
  readonly writer: Writer;
  readonly options: ResolvedSqliteOptions;
}
