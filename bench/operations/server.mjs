// One server in a process of its own: node server.mjs FRAMEWORK bare|dtospec
import { listen } from '../lib/listen.mjs';
import { FRAMEWORKS } from './frameworks.mjs';

const [framework, kind] = process.argv.slice(2);
await listen(await FRAMEWORKS[framework][kind]());
