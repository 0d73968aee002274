import { DURABLE_RETRY } from '../../../src/webhooks/notifier/retry.js';
import { packJob, unpackJob } from '../../../src/webhooks/notifier/queue/pack-job.js';
import type { DeliveryEngine, EngineHost, Job, Queued, Step } from '../../../src/webhooks/notifier/engine.js';

/** The least that a durable engine can be: texts in a list, and an attempt whenever the test says so. */
export class TextEngine implements DeliveryEngine {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  readonly texts: string[] = [];
  host: EngineHost | undefined;

  start(host: EngineHost): void {
    this.host = host;
  }
  enqueue(job: Job): Promise<Queued> {
    this.texts.push(packJob(job));
    return Promise.resolve({ kind: 'queued', id: job.id });
  }
  /** Makes an attempt of the oldest, which goes to the end of the list if another is to follow. */
  async next(attempt = 1, signal = new AbortController().signal): Promise<Step> {
    const text = this.texts.shift() ?? '';
    const step = await this.host!.handle(unpackJob(text), attempt, signal);
    if (step.kind === 'retry') this.texts.push(text);
    return step;
  }
  redeliver() {
    return Promise.resolve(false);
  }
  dead() {
    return Promise.resolve([]);
  }
  stop() {
    return Promise.resolve();
  }
}
