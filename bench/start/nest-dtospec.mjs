import { createRequire } from 'node:module';
import { ValidationPipe } from '@nestjs/common';
import { createApp } from '../document/nest-app.mjs';
import { classes, endpoints, item, start } from './service.mjs';

const require = createRequire(import.meta.url);
const { Returns } = require('../../dist/index.cjs');
const { nestDocs } = require('../../dist/nest.cjs');

const app = await createApp({ classes, endpoints }, () => item, describeResponse);
app.useGlobalPipes(
  new ValidationPipe({ transform: true, transformOptions: { enableImplicitConversion: true } }),
);
const docs = nestDocs(app, { info: { title: 'Bench', version: '1' } });
docs.mount(app, '/docs');
await start(await app.listen(0, '127.0.0.1'), () => docs.specJSON());

function describeResponse(status, type) {
  return Returns(status, type, { description: 'Done' });
}
