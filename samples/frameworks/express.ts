// Express 5 (and 4): `docs.mount(app, '/docs')`, or the same as a handler.
import { expressDocs, expressOperations } from 'dtospec/express';
import express from 'express';
import { announce, docs, greet, PORT } from './greetings.js';

const app = express();
app.use('/docs', expressDocs(docs));
expressOperations(app, docs, [greet]);

const server = app.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
