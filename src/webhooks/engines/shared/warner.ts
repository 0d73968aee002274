import { messageOf } from '../../../shared/thrown.js';
import type { EngineHost } from '../../notifier/engine.js';

/** How often the same is warned of, in milliseconds: a full disk fails every look. */
const INTERVAL = 10_000;

/** Warns of what fails again and again, once in a while. */
export class Warner {
  /** When it warned of what. */
  readonly #warned = new Map<string, number>();

  constructor(readonly host: Pick<EngineHost, 'warn'>) {}

  warn(code: string, what: string, cause: unknown): void {
    const now = Date.now();
    if (now - (this.#warned.get(code) ?? -Infinity) < INTERVAL) return;
    this.#warned.set(code, now);
    const reason = messageOf(cause);
    this.host.warn({ code, message: `${what}: ${reason}.`, cause });
  }
}
