// node:http alone: the docs are a middleware, and the rest of the paths comes after it.
import { createServer } from 'node:http';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = docs.middleware('/docs');

const server = createServer((request, response) => {
  serveDocs(request, response, () => {
    const name = /^\/greetings\/(\w+)$/.exec(request.url ?? '')?.[1];
    response.writeHead(name === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(name === undefined ? { message: 'Not found' } : greet(name)));
  });
});

server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
