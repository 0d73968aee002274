// Everything that the other commands need: dependencies and the built package.
import { build, install } from './lib/prepare.mjs';

await install();
await build();
