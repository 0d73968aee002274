// One contestant, one size, in a process of its own: node --expose-gc bench/document/run.mjs <contestant> <mode> <size> [document]
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { processorTime } from '../lib/processor-time.mjs';
import { createService } from './service.mjs';

const [name, mode, size, file] = process.argv.slice(2);
const { prepare } = await import(`./contestants/${name}.mjs`);
const { build } = await prepare(createService(Number(size)));
const result = await { time, calls, memory }[mode]();
if (file !== undefined) writeFileSync(file, JSON.stringify(build()));
if (process.send) process.send(result);
else console.log(result);
process.exitCode = 0;
process.disconnect?.();

function time() {
  gc();
  const before = processorTime();
  build();
  return { built: processorTime() - before };
}

/** Counts of a first build: calls of JavaScript, functions that ran, and the bytes of their source. */
async function calls() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  build();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result
    .filter(({ url }) => !url.startsWith('node:'))
    .flatMap(({ functions }) => functions.map(({ ranges: [whole] }) => whole))
    // A function that begins at 0 is a whole module.
    .filter(({ count, startOffset }) => count > 0 && startOffset > 0);
  return {
    calls: ran.reduce((sum, { count }) => sum + count, 0),
    functions: ran.length,
    source: ran.reduce((sum, { startOffset, endOffset }) => sum + endOffset - startOffset, 0),
  };
}

/** MB that a second build allocates. The process has a young generation so large that nothing is collected. */
function memory() {
  build();
  gc();
  const before = process.memoryUsage().heapUsed;
  build();
  return { allocated: (process.memoryUsage().heapUsed - before) / 1e6 };
}
