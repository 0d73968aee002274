// Everything that the other commands need: the dependencies, the built package, and that unpacked for its consumers.
import { alone, build, install, pack } from './lib/prepare.mjs';

await install();
await alone(async () => {
  await build();
  await pack();
});
