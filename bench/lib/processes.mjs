import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Processes of a script that does what it is asked by messages, one after the other.
 *
 * @param apart whether each contestant has one of its own, as it must where time is taken; otherwise all share one
 */
export function processesOf(script, apart, options) {
  let shared;
  return {
    /** @returns the process that is to do it, and its answer */
    async begin(...asked) {
      const child = (apart ? undefined : shared) ?? fork(script, options);
      shared = child;
      return { child, answer: await tell(child, asked) };
    },
    /** Ends one that nobody shares. */
    end: (child) => (apart ? stop(child) : undefined),
    /** Ends the one that was shared. */
    endAll: () => (apart || shared === undefined ? undefined : stop(shared)),
  };
}

/** Sends a message and resolves to the answer; rejects if the process ends instead. */
export async function tell(child, asked) {
  const ended = new AbortController();
  const { signal } = ended;
  child.send(asked);
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`);
      }),
    ]);
    return answer;
  } finally {
    ended.abort();
  }
}

async function stop(child) {
  child.disconnect();
  await once(child, 'exit');
}
