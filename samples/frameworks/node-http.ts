// node:http alone: docs and operations serve their own paths, and other paths come after them.
import { createServer } from 'node:http';
import { nodeOperations } from 'dtospec';
import { announce, docs, greet, PORT } from './greetings.js';

const serveDocs = docs.middleware('/docs');
const serveApi = nodeOperations(docs, [greet]);

const server = createServer((request, response) => {
  serveDocs(request, response, () => {
    void serveApi(request, response).then((served) => served || response.writeHead(404).end());
  });
});

server.listen(PORT, '127.0.0.1', () => {
  announce(server);
});
