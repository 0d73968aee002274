import { onAbort } from './abort-signals.js';

/**
 * One notifiable, or many as an array, a `Set`, any other iterable, or an async iterable such as a database cursor. A
 * string counts as one. Wrap a single iterable notifiable in an array.
 */
export type Notifiables<N> = N | Iterable<N> | AsyncIterable<N>;

export function isAsyncIterable<N>(to: Notifiables<N>): to is AsyncIterable<N> {
  return typeof to === 'object' && to !== null && Symbol.asyncIterator in to;
}

const PIECE = 100;

export function inPieces<N>(to: N | Iterable<N>): N[][] {
  const all = isIterable(to) ? [...to] : [to];
  if (all.length <= PIECE) return [all];
  const count = Math.ceil(all.length / PIECE);
  return Array.from({ length: count }, (_, index) => all.slice(index * PIECE, (index + 1) * PIECE));
}

function isIterable<N>(to: N | Iterable<N>): to is Iterable<N> {
  return typeof to === 'object' && to !== null && Symbol.iterator in to;
}

/** Iterates over notifiables. It stops when the signal is aborted, even if the source never ends. */
export async function* untilSignal<N>(to: AsyncIterable<N>, signal: AbortSignal): AsyncGenerator<N> {
  const iterator = to[Symbol.asyncIterator]();
  let isOpen = false;
  try {
    for (;;) {
      const next = await nextOrAborted(iterator, signal);
      isOpen = next?.done !== true;
      if (!next || next.done === true) return;
      yield next.value;
      isOpen = false; // a failing iterator closes itself
    }
  } finally {
    if (isOpen) void close(iterator).catch(() => undefined);
  }
}

/** Closes an iterator without waiting, since a cursor may never end. */
async function close(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}

function nextOrAborted<N>(
  iterator: AsyncIterator<N, unknown>,
  signal: AbortSignal,
): Promise<IteratorResult<N, unknown> | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  const next = Promise.resolve(iterator.next());
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      resolve(undefined);
    });
    next.then(resolve, reject).finally(stopListening);
  });
}
