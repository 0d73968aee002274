// Compiles the samples into build/samples: what the tests run. Installs nothing.
import { compileSamples } from './lib/prepare.mjs';

await compileSamples();
