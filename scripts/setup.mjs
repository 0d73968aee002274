// Everything that the other commands need: the dependencies, the built package, and that unpacked for its consumers.
import { buildAndPack, install } from './lib/prepare.mjs';

await install();
await buildAndPack();
