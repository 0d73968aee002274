// The versions of the viewer that test/support/viewers.ts names, as JSON; a process of its own, because jest's workers call it at the same time.
import { unpackViewers } from './lib/viewers.mjs';

await unpackViewers(JSON.parse(process.argv[2]));
