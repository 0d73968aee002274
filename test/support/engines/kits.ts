import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../../../src/engines/sqlite/index.js';
import type { DurableEngine } from '../../../src/webhook/index.js';

/** What every durable engine can be told, whatever its own names for it are. */
export interface CommonOptions {
  /** Milliseconds after which a job of a worker that died is another's. */
  readonly lease?: number;
  readonly afterDead?: 'continue' | 'hold';
  readonly retention?: number;
}

/** One store, of its own for each test, and the engines that share it. */
export interface EngineKit {
  readonly kind: keyof typeof OPENERS;
  /** By which another process finds the store. */
  readonly location: string;
  /** Everything that is stored, as bytes. */
  scan(): Promise<Buffer>;
  close(): Promise<void>;
}

/** How an engine is opened on a store, here or in another process. */
export const OPENERS = {
  sqlite: (location: string, options: CommonOptions = {}): DurableEngine =>
    new SqliteEngine({ file: join(location, 'queue.sqlite'), pollInterval: 20, ...options }),
};

export const KITS: Record<keyof typeof OPENERS, () => Promise<EngineKit>> = {
  sqlite: () => {
    const location = mkdtempSync(join(tmpdir(), 'sqlite-engine-'));
    return Promise.resolve({
      kind: 'sqlite',
      location,
      // The file itself and its write-ahead log: also what was deleted, and what is not yet in its place.
      scan: () =>
        Promise.resolve(
          Buffer.concat(readdirSync(location).map((file) => readFileSync(join(location, file)))),
        ),
      close: () => {
        rmSync(location, { recursive: true });
        return Promise.resolve();
      },
    });
  },
};
