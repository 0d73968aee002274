// Answers 200 and "ok"; tells its port, then on each message of its parent what it has seen since the last one.
import { createServer } from 'node:http';

const seen = { requests: 0, connections: 0, last: undefined };
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    seen.requests += 1;
    seen.last = { method, url, type: headers['content-type'], body: Buffer.concat(chunks).toString() };
    response.end('ok');
  });
});
server.on('connection', () => (seen.connections += 1));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => {
  process.send({ ...seen });
  Object.assign(seen, { requests: 0, connections: 0 });
});
process.on('disconnect', () => process.exit());
