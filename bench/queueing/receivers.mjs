// Receivers in a process of their own, each at a port of its own: prints the ports, answers 204 and ends with its parent.
import { createServer } from 'node:http';
import { once } from 'node:events';

const servers = Array.from({ length: Number(process.argv[2]) }, () =>
  createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1'),
);
await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
console.log(JSON.stringify(servers.map((server) => server.address().port)));
process.stdin.resume().on('end', () => process.exit());
