// The binaries for test/package/node-versions; a process of its own, because jest's workers call it at the same time.
import { installNodes } from './lib/nodes.mjs';

await installNodes();
