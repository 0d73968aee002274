import { BYTES_HELD, MESSAGES_WAITING } from './queue/backlog.js';

/** What is done about each of many targets. */
interface Stages<Target, Built, End> {
  /** Begins to build a message. */
  readonly build: (target: Target) => Promise<Built>;
  /** About how many bytes a message holds. */
  readonly sizeOf: (built: Built) => number;
  /** Rejects if something about the first messages forbids sending any. */
  readonly check: (building: readonly Promise<Built>[]) => Promise<void>;
  readonly deliver: (target: Target, built: Built) => Promise<End>;
  /** Resolves when there is room for another message. */
  readonly room: () => Promise<void> | undefined;
}

/** How many deliveries begin in one go: their attempts start later than this code can measure. */
const STARTS = 32;

/** Targets that are known, and then those that become known. */
interface Targets<Target> {
  readonly known: readonly Target[];
  readonly more: AsyncIterable<Target> | undefined;
}

/**
 * Builds and delivers many messages. The first thousand, or as many as fit into the bound on bytes, are built before
 * any is sent; each of the others when there is room for it, so that many targets don't mean many bodies in memory. Of
 * those that are yet to be known, the next is asked for when there is room, and none holds up those before it.
 * Other work in the process has its turn in between.
 */
export async function deliverInTurn<Target, Built, End>(
  { known, more }: Targets<Target>,
  stages: Stages<Target, Built, End>,
): Promise<PromiseSettledResult<End>[]> {
  const [only] = known;
  if (known.length === 1 && only !== undefined && !more) {
    // It has nobody to wait for, and most sends are of one.
    return Promise.allSettled([stages.build(only).then((built) => stages.deliver(only, built))]);
  }
  const pace = new Pace();
  const first = await buildFirst(known, stages, pace);
  const others = known.slice(first.length);
  await stages.check(first);
  const ends: Promise<End>[] = [];
  const follow = async (target: Target, building: Promise<Built>): Promise<void> => {
    ends.push(heeded(building.then((built) => stages.deliver(target, built))));
    if (pace.isSpent || ends.length % STARTS === 0) await pace.rest();
  };
  for (const [index, building] of first.splice(0).entries()) await follow(known[index] as Target, building);

  const places = new Places(MESSAGES_WAITING);
  const room = async (): Promise<void> => {
    await stages.room();
    await places.take();
  };
  const build = (target: Target): Promise<void> =>
    follow(
      target,
      stages.build(target).finally(() => {
        places.give();
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
    // The others go on.
    ends.push(heeded(Promise.reject(error as Error)));
  }
  return Promise.allSettled(ends);
}

async function buildFirst<Target, Built>(
  targets: readonly Target[],
  { build, sizeOf }: Pick<Stages<Target, Built, unknown>, 'build' | 'sizeOf'>,
  pace: Pace,
): Promise<Promise<Built>[]> {
  const first: Promise<Built>[] = [];
  let held = 0;
  for (const target of targets.slice(0, MESSAGES_WAITING)) {
    const building = build(target);
    first.push(heeded(building.then((built) => ((held += sizeOf(built)), built))));
    // What is built before the first rest is as it was when `send` was called.
    if (first.length >= AT_ONCE && pace.isSpent) await pace.rest();
    if (held >= BYTES_HELD) break;
  }
  return first;
}

/** Its rejection is seen later. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Milliseconds of work after which others have their turn. */
const LONGEST = 8;

/**
 * So many messages are built before anybody else has a turn, however long that takes: what is sent to a few is as it was
 * when `send` was called, on a machine that is busy too.
 */
export const AT_ONCE = 16;

/** Divides long work into pieces, between which everything else in the process has its turn. */
export class Pace {
  #began = performance.now();

  /** Whether it is time to rest. */
  get isSpent(): boolean {
    return performance.now() - this.#began >= LONGEST;
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}

/** So many places, taken in order of arrival. */
class Places {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** To be awaited: a promise while no place is free. */
  take(): Promise<void> | undefined {
    this.free -= 1;
    return this.free >= 0 ? undefined : new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    this.free += 1;
    this.#waiting.shift()?.();
  }
}
