// Receivers, each at a port of its own, that answer 204; the first one waits before it does. Sends the ports to its parent. For
// `[count, ports]` it sends, when so many messages have arrived at these ports, the time and how many came twice. Ends with its parent.
import { createServer } from 'node:http';
import { once } from 'node:events';

const [count, wait] = process.argv.slice(2).map(Number);
const arrived = new Map();
const ids = new Set();
let repeated = 0;
let watch;

function note(port, id) {
  arrived.set(port, (arrived.get(port) ?? 0) + 1);
  if (ids.has(id)) repeated += 1;
  ids.add(id);
  report();
}

function report() {
  if (!watch || watch.ports.reduce((sum, port) => sum + (arrived.get(port) ?? 0), 0) < watch.count) return;
  watch = undefined;
  process.send({ at: Date.now(), repeated });
}

const servers = Array.from({ length: count }, (_, index) =>
  createServer((request, response) => {
    const { headers, socket } = request;
    request.resume().on('end', () => {
      note(socket.localPort, `${headers['webhook-id']} ${socket.localPort}`);
      setTimeout(() => response.writeHead(204).end(), index === 0 ? wait : 0);
    });
  }).listen(0, '127.0.0.1'),
);
await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
process.on('message', ([count, ports]) => {
  watch = { count, ports };
  report();
});
process.on('disconnect', () => process.exit());
process.send(servers.map((server) => server.address().port));
