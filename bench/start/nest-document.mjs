// An application of Nest and its document, in a process of its own:
// node --expose-gc bench/start/nest-document.mjs <own | peer> <routes>
import { createRequire } from 'node:module';
import { createApp } from '../document/nest-app.mjs';
import { createSwaggerApp, documentOf } from '../document/contestants/nestjs-swagger.mjs';
import { createService } from '../document/service.mjs';
import { processorTime } from '../lib/processor-time.mjs';

const require = createRequire(import.meta.url);
const { Returns } = require('../../dist/index.cjs');
const { nestDocs } = require('../../dist/nest.cjs');

const [side, size] = process.argv.slice(2);
const service = createService(Number(size));
const begun = processorTime();
const app = await (side === 'own' ? ownApp() : createSwaggerApp(service, () => undefined));
await app.init();
gc();
const started = processorTime();
const document = side === 'own' ? ownDocument() : documentOf(app);
const documented = processorTime();
if (Object.keys(document.paths).length !== Number(size)) throw new Error(`${side} leaves out routes`);
const result = { started: started - begun, documented: documented - started };
if (process.send === undefined) console.log(result);
else process.send(result, () => process.exit());

function ownApp() {
  return createApp(
    service,
    () => undefined,
    (status, type) => Returns(status, type, { description: 'Done' }),
  );
}

function ownDocument() {
  return nestDocs(app, { info: { title: 'Bench', version: '1' } }).buildSpec();
}
