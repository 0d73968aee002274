// The oldest peers that the tests ask; a process of its own, because jest's workers call it at the same time.
import { installListed } from './lib/listed.mjs';

await installListed('the oldest peers', 'test/tools/oldest', 'build/oldest');
