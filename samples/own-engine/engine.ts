/* oxlint-disable typescript/require-await -- a real queue awaits; and what a method throws has to reject */
import {
  addRecord,
  checkFilter,
  eraseHistory,
  DURABLE_RETRY,
  isSelected,
  limitAttempts,
  MessageWaitingError,
  packJob,
  pauseEndpoint,
  resumeEndpoint,
  takeTurn,
  unpackJob,
  type CancelFilter,
  type CheckedFilter,
  type DeadFilter,
  type DeliveryFilter,
  type DurableEngine,
  type EndpointHealth,
  type EndpointPause,
  type EndpointStore,
  type EngineHost,
  type EraseFilter,
  type Job,
  type JobHandler,
  type RateStore,
  type RedeliverFilter,
  type ResumeEndpointOptions,
  type StatusOptions,
  type StopOptions,
  type StoredDelivery,
} from 'dtospec/adapter';
import type { Queue, Row } from './queue.js';

/** Passes the contract of engines. docs/own-engine.md describes what each part must do. */
export class OwnEngine implements DurableEngine {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  readonly health: EndpointStore<EndpointHealth>;
  readonly pauses: EndpointStore<EndpointPause>;
  readonly rates: Required<RateStore>;
  readonly #queue: Queue;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #handle: JobHandler | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(queue: Queue) {
    this.#queue = queue;
    this.health = queue.store('health');
    this.pauses = queue.store('pause');
    this.rates = {
      take: (key, pace) => {
        const taken = takeTurn(Number(queue.values.get(`rate ${key}`) ?? 0), Date.now(), pace);
        if ('next' in taken) queue.values.set(`rate ${key}`, String(taken.next));
        return 'wait' in taken ? taken.wait : 0;
      },
      hasten: async (deliveries) => {
        const rows = deliveries.map(({ id, at }) => ({ at, row: queue.rows.get(id) }));
        const waiting = rows.filter(
          ({ at, row }) => row?.delivery.state === 'waiting' && !row.isHeld && row.due === at,
        );
        for (const { row } of waiting) row!.due = Date.now();
        return waiting.length;
      },
    };
  }

  start(host: EngineHost): void {
    if (this.#handle) throw new Error('This engine belongs to a notifier already.');
    this.#handle = limitAttempts({
      ...host,
      handle: async (job, attempt, signal) => {
        const isCancelled = this.#queue.rows.get(job.id)?.isCancelled;
        return isCancelled ? { kind: 'retry', at: Date.now(), delay: 0 } : host.handle(job, attempt, signal);
      },
    });
    this.#timer = setInterval(() => this.#takeDue(), 10);
  }

  async enqueue(job: Job) {
    const {
      id,
      messageId,
      channel,
      endpoint,
      event,
      group: origin,
      dedupeKey,
      sequence,
      notBefore = 0,
    } = job;
    const known = dedupeKey && this.#rows.find((row) => row.dedupeKey === dedupeKey);
    if (known) {
      const { id: earlier, state, event: earlierEvent = null } = known.delivery;
      return { kind: 'queued', id: earlier, isDead: state === 'dead', earlierEvent } as const;
    }
    const createdAt = Date.now();
    const delivery: StoredDelivery = {
      ...{ id, messageId, channel, origin, state: 'waiting', attempts: 0, history: [], createdAt },
      ...(endpoint !== undefined && { endpoint }),
      ...(event !== undefined && { event }),
    };
    const row = { job: packJob(job), sequence, dedupeKey, delivery, attempt: 1 };
    const due = Math.max(createdAt, notBefore);
    this.#queue.rows.set(id, { ...row, due, isHeld: false, isCancelled: false });
    return { kind: 'queued', id } as const;
  }

  get #rows(): Row[] {
    if (this.#isStopped) throw new Error('This engine was stopped.');
    return [...this.#queue.rows.values()];
  }

  /** Takes what is due. Of each sequence, only the oldest row that has not ended. */
  #takeDue(): void {
    const sequences = new Set<string>();
    for (const row of this.#rows) {
      const isWaiting = row.delivery.state === 'waiting';
      const isFirst = row.sequence === undefined || !sequences.has(row.sequence);
      if (isWaiting && row.sequence !== undefined) sequences.add(row.sequence);
      if (!isWaiting || !isFirst || row.isHeld || row.due > Date.now() || this.isPaused()) continue;
      row.isHeld = true; // in a queue of several processes: with a lease that is extended
      const running: Promise<unknown> = this.#attempt(row).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #attempt(row: Row): Promise<void> {
    const step = await this.#handle!(unpackJob(row.job), row.attempt, this.#abort.signal);
    const isCounted = step.record !== undefined;
    row.attempt += isCounted ? 1 : 0;
    row.delivery = {
      ...row.delivery,
      attempts: row.delivery.attempts + (isCounted ? 1 : 0),
      history: addRecord(row.delivery.history, step.record),
      ...(step.kind !== 'retry' && { state: step.outcome, endedAt: Date.now() }),
    };
    if (step.kind === 'retry') row.due = step.at;
    row.isHeld = false;
    if (step.kind === 'retry' && row.isCancelled) this.#endCancelled(row);
  }

  #list(filter: CheckedFilter): StoredDelivery[] {
    const stamp = (one: StoredDelivery) => one.endedAt ?? one.createdAt;
    return this.#rows
      .map(({ delivery, due }) => (delivery.state === 'waiting' ? { ...delivery, nextAt: due } : delivery))
      .filter((one) => isSelected(one, filter))
      .reverse()
      .sort((a, b) => stamp(b) - stamp(a))
      .slice(0, filter.limit ?? 100);
  }

  async deliveries(filter: DeliveryFilter = {}) {
    return this.#list(checkFilter('OwnEngine', 'deliveries', filter));
  }

  async dead(filter: DeadFilter = {}) {
    return this.#list({ ...checkFilter('OwnEngine', 'dead', filter), state: 'dead' });
  }

  async job(id: string) {
    const row = this.#queue.rows.get(id);
    return row && row.job !== '' ? unpackJob(row.job) : undefined;
  }

  async redeliver(id: string, state: StoredDelivery['state'] = 'dead') {
    const row = this.#queue.rows.get(id);
    if (row?.delivery.state !== state || row.job === '') return false;
    const { endedAt, ...delivery } = row.delivery;
    const restarted = { attempt: 1, due: Date.now(), isCancelled: false };
    Object.assign(row, { delivery: { ...delivery, state: 'waiting' }, ...restarted });
    return true;
  }

  async redeliverAll(filter: RedeliverFilter = {}) {
    const checked = checkFilter('OwnEngine', 'redeliverAll', filter);
    const selected = this.#list({ state: 'dead', limit: Infinity, ...checked });
    let count = 0;
    for (const { id, state } of selected.reverse()) if (await this.redeliver(id, state)) count += 1;
    return count;
  }

  async discardAll(filter: RedeliverFilter) {
    const checked = checkFilter('OwnEngine', 'discardAll', filter);
    const selected = this.#list({ state: 'dead', limit: Infinity, ...checked });
    for (const { id } of selected) this.#queue.rows.delete(id);
    return selected.length;
  }

  #endCancelled(row: Row): void {
    row.delivery = { ...row.delivery, state: 'cancelled', endedAt: Date.now() };
  }

  async cancel(chosen: string | CancelFilter) {
    const checked = checkFilter('OwnEngine', 'cancel', chosen);
    const selected = this.#list({ limit: Infinity, ...checked, state: 'waiting' });
    for (const { id } of selected) {
      const row = this.#queue.rows.get(id)!;
      row.isCancelled = true; // an attempt that is under way ends
      if (!row.isHeld) this.#endCancelled(row);
    }
    return selected.length;
  }

  async erase(filter: EraseFilter) {
    const { messageId = '' } = checkFilter('OwnEngine', 'erase', filter);
    const rows = this.#rows.filter(({ delivery }) => delivery.messageId === messageId);
    const waiting = rows.filter(({ delivery }) => delivery.state === 'waiting');
    if (waiting.length > 0)
      throw new MessageWaitingError(
        messageId,
        waiting.map(({ delivery }) => delivery.id),
      );
    for (const row of rows) {
      row.job = '';
      row.delivery = { ...row.delivery, history: eraseHistory(row.delivery.history) };
    }
    return rows.length;
  }

  async status({ byEndpoint = false }: StatusOptions = {}) {
    const now = Date.now();
    const waiting = this.#rows.filter(({ delivery }) => delivery.state === 'waiting');
    const due = waiting.filter((row) => row.due <= now);
    const free = due.filter(({ isHeld }) => !isHeld).sort((a, b) => a.due - b.due);
    const oldest = (rows: readonly Row[]) => (rows[0] ? now - rows[0].due : 0);
    const count = (state: string) => this.#rows.filter(({ delivery }) => delivery.state === state).length;
    return {
      isPaused: this.isPaused(),
      waiting: waiting.length,
      due: due.length,
      oldestDue: oldest(free),
      dead: count('dead'),
      paused: count('paused'),
      pausedEndpoints: [...(await this.pauses.list()).keys()],
      ...(byEndpoint && {
        endpoints: [...new Set(free.map(({ delivery }) => delivery.endpoint ?? ''))].map((endpoint) => {
          const own = free.filter(({ delivery }) => delivery.endpoint === endpoint);
          return { endpoint, due: own.length, oldestDue: oldest(own) };
        }),
      }),
    };
  }

  isPaused(): boolean {
    return this.#queue.values.has('paused');
  }

  async pause() {
    this.#queue.values.set('paused', '1');
  }

  async resume() {
    this.#queue.values.delete('paused');
  }

  pauseEndpoint(id: string) {
    return pauseEndpoint(this, id);
  }

  resumeEndpoint(id: string, options?: ResumeEndpointOptions) {
    return resumeEndpoint(this, id, options);
  }

  async stop({ grace = 10_000 }: StopOptions = {}) {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#abort.abort(), grace);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }
}
