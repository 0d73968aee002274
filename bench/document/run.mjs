// One contestant, one size, in a process of its own: node --expose-gc bench/document/run.mjs <contestant> <alike|varied> <size> [document]
import { writeFileSync } from 'node:fs';
import { createService, createVariedService } from './service.mjs';

const [name, kind, size, file] = process.argv.slice(2);
const create = kind === 'varied' ? createVariedService : createService;
const { prepare } = await import(`./contestants/${name}.mjs`);
const { build } = await prepare(create(Number(size)));

gc();
const before = process.memoryUsage().rss;
const [document, built] = timed(build);
const peak = process.resourceUsage().maxRSS * 1024 - before;
const [text, first] = timed(() => JSON.stringify(document));
const stringified = median([
  first,
  ...Array.from({ length: 4 }, () => timed(() => JSON.stringify(document))[1]),
]);
const heap = heapOf(() => JSON.parse(text));

if (file !== undefined) writeFileSync(file, text);
const result = { built, stringified, peak, heap, bytes: Buffer.byteLength(text) };
if (process.send) process.send(result);
else console.log(result);
process.exitCode = 0;
process.disconnect?.();

function timed(work) {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

/** What a value takes of the heap, whatever else the contestant keeps and shares. */
function heapOf(make) {
  gc();
  const without = process.memoryUsage().heapUsed;
  const value = make();
  gc();
  return value && process.memoryUsage().heapUsed - without;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
