import { OPENERS } from '../engines/kits.js';
import { openPlatform } from '../engines/platform.js';

// A worker of the platform. SIGTERM ends it, as a deploy does.
const [kind, location = '', port = '', moved = ''] = process.argv.slice(2);
const engine = OPENERS[kind as keyof typeof OPENERS](location);
const notifier = openPlatform(engine, Number(port), moved);
notifier.on('dead', () => undefined);
await notifier.start();
process.once('SIGTERM', () => void notifier.stop({ grace: 2_000 }));
process.stdout.write('ready\n');
