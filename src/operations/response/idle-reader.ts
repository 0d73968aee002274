/** The items of a body, one after the other. */
export interface ItemReader {
  readonly next: () => Promise<IteratorResult<unknown, unknown>>;
  /** Ends the source, also while `next` waits for it. */
  readonly close: () => unknown;
}

/** The result of a reader whose source has no item yet. */
export const IDLE: unique symbol = Symbol('idle');

type Item = Promise<IteratorResult<unknown, unknown>>;

interface IdleReader {
  readonly next: () => Promise<IteratorResult<unknown, unknown> | typeof IDLE>;
  readonly close: () => unknown;
}

/**
 * Returns a reader whose `next` resolves to IDLE after a number of milliseconds without an item. The item
 * that it waits for is the result of a later call. The source has one listener for each item: one for each
 * call would fill memory while the source is idle.
 */
export function idleReader(source: ItemReader, after: number): IdleReader {
  let isAsked = false;
  let arrived: Item | undefined;
  let deliver: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = (): void => {
    isAsked = true;
    const item = source.next();
    const arrive = (): void => {
      arrived = item;
      deliver?.();
    };
    item.then(arrive, arrive);
  };

  return {
    next: () =>
      new Promise((resolve) => {
        deliver = () => {
          clearTimeout(timer);
          const item = arrived;
          isAsked = false;
          arrived = deliver = undefined;
          if (item !== undefined) resolve(item);
        };
        if (arrived !== undefined) deliver();
        else {
          timer = setTimeout(() => {
            deliver = undefined;
            resolve(IDLE);
          }, after);
          if (!isAsked) ask();
        }
      }),
    close: () => {
      clearTimeout(timer);
      return source.close();
    },
  };
}
