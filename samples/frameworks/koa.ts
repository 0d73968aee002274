// Koa 3, with its router.
import Router from '@koa/router';
import { koaDocs, koaOperations } from 'dtospec/koa';
import Koa from 'koa';
import { announce, docs, greet, PORT } from './greetings.js';

const app = new Koa();
const router = new Router();
koaOperations(router, docs, [greet]);
app.use(koaDocs(docs, '/docs'));
app.use(router.routes());

const server = app.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
