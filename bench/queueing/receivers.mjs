// Receivers, each at a port of its own, that check that a signature is there and answer 204: sends the ports to its parent, and on
// each message the number of requests since the last one. Ends with its parent.
import { createServer } from 'node:http';
import { once } from 'node:events';

let count = 0;
const servers = Array.from({ length: Number(process.argv[2]) }, () =>
  createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.headers['webhook-signature']) count += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1'),
);
await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
process.on('message', () => {
  process.send(count);
  count = 0;
});
process.on('disconnect', () => process.exit());
process.send(servers.map((server) => server.address().port));
