// `npm run sample`: from a fresh clone to the running sample. Arguments go to the sample (`npm run sample -- --once`).
import { alone, build, compileSample, install } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

await install();
await alone(async () => {
  await build();
  await compileSample();
});
// Ctrl-C reaches the sample too, which ends by itself; this waits for it.
process.on('SIGINT', () => {});
const { code } = await run(process.execPath, ['build/samples/shop/main.js', ...process.argv.slice(2)], {
  shown: true,
});
process.exitCode = code;
