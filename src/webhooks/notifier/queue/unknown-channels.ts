import { BoundedMap } from '../../../shared/bounded-map.js';
import type { Job, Retry } from '../engine.js';
import { type EventHub, warnOf } from '../events.js';
import { LeftJobs } from './left-jobs.js';
import type { Runtime } from '../runtime.js';

const MAX_NAMES = 100;

/** Leaves jobs of channels that this process lacks to another process, at no cost of an attempt. */
export class UnknownChannels {
  readonly #warned = new BoundedMap<string, true>(MAX_NAMES);
  readonly #left: LeftJobs;

  constructor(
    private readonly events: EventHub,
    private readonly runtime: Pick<Runtime, 'now' | 'monotonic'>,
  ) {
    this.#left = new LeftJobs(() => runtime.monotonic());
  }

  /** Warns once for each channel. */
  leave({ id, channel }: Job): Retry {
    if (!this.#warned.has(channel)) {
      this.#warned.set(channel, true);
      const message = `No channel "${channel}" is registered in this process, so its deliveries wait for a process that has it. During a deploy that passes. Otherwise register it: notifier.register(channel).`;
      warnOf({ code: 'unknown-channel', message }, this.events);
    }
    const delay = this.#left.waitOf(id);
    return { kind: 'retry', at: Math.ceil(this.runtime.now() + delay), delay, isLeft: true };
  }
}
