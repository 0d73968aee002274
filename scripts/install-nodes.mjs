// The binaries for test/package/node-versions; a process of its own, because jest's workers call it at the same time.
import { installNodes } from './lib/nodes.mjs';

// The registry has them for more platforms; the lock file has these.
if (process.platform === 'linux' && process.arch === 'x64') await installNodes();
