import type { Limiter } from '../../../../src/webhooks/notifier/attempts/limiter.js';
import type { Place } from '../../../../src/webhooks/notifier/attempts/target-queue.js';
import type {
  AttemptContext,
  AttemptResult,
  Channel,
  Notification,
  PrepareRequest,
} from '../../../../src/webhooks/notifier/channel.js';

/** A channel that does what the test says: the payload is the notifiable. */
export function channelOf(
  name: string,
  attempt: (payload: unknown, context: AttemptContext) => AttemptResult | Promise<AttemptResult>,
  prepare: (request: PrepareRequest) => unknown = ({ notifiable }) => notifiable,
): Channel {
  return {
    name,
    prepare: (request) =>
      Promise.resolve(request).then((asked) => ({ payload: prepare(asked), group: name })),
    attempt: async (payload, context) => attempt(payload, context),
  };
}

export const sent: AttemptResult = { kind: 'sent' };
export const broken: AttemptResult = { kind: 'failed', retryable: true, error: new Error('broken') };
export const hopeless: AttemptResult = { kind: 'failed', retryable: false, error: new Error('hopeless') };
export const gone: AttemptResult = { kind: 'gone', error: new Error('gone') };

export const through = (...channels: string[]): Notification => ({ via: () => channels });

/** Waits nowhere, and remembers how long it would have waited. */
export function hurriedRuntime(random = 0.5) {
  const waits: number[] = [];
  let time = 1_000;
  let id = 0;
  return {
    waits,
    runtime: {
      now: () => 1_700_000_000_000,
      monotonic: () => (time += 10),
      random: () => random,
      newId: (kind: string) => `${kind}_${(id += 1)}`,
      sleep: (milliseconds: number) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    },
  };
}

/** A promise that the test settles. */
export function gate() {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

/** Runs a task when the limiter has a place. Rejects after an abort or a stop. */
export function runIn<T>(
  limiter: Limiter,
  key: string,
  signal: AbortSignal,
  task: () => Promise<T>,
  hasAnswered: (result: T) => boolean | undefined = () => true,
): Promise<T> {
  const run = (place: Place | undefined): Promise<T> => {
    if (!place)
      return Promise.reject(
        signal.aborted ? (signal.reason as Error) : new Error('The limiter was stopped.'),
      );
    const running = task();
    running.then(
      (result) => place.end(hasAnswered(result)),
      () => place.end(),
    );
    return running;
  };
  const place = limiter.enter(key, signal);
  return place instanceof Promise ? place.then(run) : run(place);
}
