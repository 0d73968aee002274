import { createInterface } from 'node:readline';
import { docsVariants } from '../page/docs-variants.js';
import { listen } from '../network/listen.js';

/** Serves every variant; each line of input is answered with the bytes in use after a collection. */
async function main(): Promise<void> {
  const all = docsVariants().map(([base, docs]) => docs.server.middleware(base));
  const { origin } = await listen((request, response) => {
    const next = (index: number): void => {
      all[index]?.(request, response, () => {
        next(index + 1);
      });
    };
    next(0);
  });
  console.log(origin);
  for await (const line of createInterface(process.stdin)) {
    if (line === 'end') process.exit(0);
    for (let i = 0; i < 3; i += 1) globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    console.log(heapUsed + external);
  }
}

void main();
