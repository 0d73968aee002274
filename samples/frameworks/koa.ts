// Koa 3.
import { koaDocs } from 'dtospec/koa';
import Koa from 'koa';
import { announce, docs, greet, PORT } from './greetings.js';

const app = new Koa();
app.use(koaDocs(docs, '/docs'));
app.use((context) => {
  const name = /^\/greetings\/(\w+)$/.exec(context.path)?.[1];
  if (name !== undefined) context.body = greet(name);
});

const server = app.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
