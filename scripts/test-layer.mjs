// `npm run test:unit` and the other layers: `node scripts/test-layer.mjs unit [jest's arguments]`.
import { runJest } from './lib/jest.mjs';

const [layer, ...args] = process.argv.slice(2);
const { passed, failed } = await runJest([...args, '--roots', `test/${layer}`]);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
