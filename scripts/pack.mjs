// Builds and packs what is not up to date: what the tests in test/package need. Installs nothing.
import { buildAndPack } from './lib/prepare.mjs';

await buildAndPack();
