import { nextTurn } from '../../shared/runtime.js';
import { BYTES_HELD, Backlog, MESSAGES_WAITING } from './backlog.js';

interface Stages<Target, Built, End> {
  /** Builds the message of a target. */
  readonly build: (target: Target) => Promise<Built>;
  /** Returns the size of a built message in bytes. */
  readonly sizeOf: (built: Built) => number;
  /** Delivers a built message. */
  readonly deliver: (target: Target, built: Built) => Promise<End>;
  /** Waits for room in the engine. Returns undefined if there is room now. */
  readonly room: () => Promise<void> | undefined;
  /** Ends the waits when it is aborted. */
  readonly signal: AbortSignal;
}

/** Number of deliveries that start before other work runs. */
const STARTED_AT_ONCE = 32;

interface Targets<Target> {
  /** Targets that are known at the call of `send`. */
  readonly known: readonly Target[];
  /** Targets of an async iterable. */
  readonly more: AsyncIterable<Target> | undefined;
}

/**
 * Builds and delivers many messages. It builds up to a thousand, within the limit of bytes, before it sends
 * the first one, and further ones when there is room, to limit the memory. It reads an async source when
 * there is room. Other work in the process runs in between.
 */
export async function deliverMany<Target, Built, End>(
  { known, more }: Targets<Target>,
  stages: Stages<Target, Built, End>,
): Promise<PromiseSettledResult<End>[]> {
  const slice = new TimeSlice();
  const first = await buildFirst(known, stages, slice);
  const others = known.slice(first.length);
  // A configuration error of a message that was built synchronously rejects before anything is sent.
  await Promise.race([Promise.all(first), nextTurn()]);
  const ends: Promise<End>[] = [];
  const follow = async (target: Target, building: Promise<Built>): Promise<void> => {
    ends.push(handleLater(building.then((built) => stages.deliver(target, built))));
    if (slice.isOver || ends.length % STARTED_AT_ONCE === 0) await slice.next();
  };
  for (const [index, building] of first.splice(0).entries()) await follow(known[index] as Target, building);

  let building = 0;
  const unbuilt = new Backlog(() => building);
  const room = async (): Promise<void> => {
    await stages.room();
    await unbuilt.room(stages.signal);
    building += 1;
  };
  const build = (target: Target): Promise<void> =>
    follow(
      target,
      stages.build(target).finally(() => {
        building -= 1;
        unbuilt.look();
      }),
    );
  for (const target of others) {
    await room();
    await build(target);
  }
  try {
    if (more) await room();
    for await (const target of more ?? []) {
      await build(target);
      await room();
    }
  } catch (error) {
    // Other deliveries continue.
    ends.push(handleLater(Promise.reject(error as Error)));
  }
  return Promise.allSettled(ends);
}

async function buildFirst<Target, Built>(
  targets: readonly Target[],
  { build, sizeOf }: Pick<Stages<Target, Built, unknown>, 'build' | 'sizeOf'>,
  slice: TimeSlice,
): Promise<Promise<Built>[]> {
  const first: Promise<Built>[] = [];
  let held = 0;
  for (const target of targets.slice(0, MESSAGES_WAITING)) {
    const building = build(target);
    first.push(handleLater(building.then((built) => ((held += sizeOf(built)), built))));
    // Messages built before the first pause have the state at the call of `send`.
    if (first.length >= BUILT_AT_ONCE && slice.isOver) await slice.next();
    if (held >= BYTES_HELD) break;
  }
  return first;
}

function handleLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Milliseconds of work before other work runs. */
const SLICE_LENGTH = 8;

/**
 * Number of messages that are built before other work runs, so that a small send uses the state at the call
 * of `send`.
 */
export const BUILT_AT_ONCE = 16;

export class TimeSlice {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= SLICE_LENGTH;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
