/** Work that needs doing once: whoever asks meanwhile waits for the same, and whoever asks after a failure has it tried again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}
