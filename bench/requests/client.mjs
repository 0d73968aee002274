// A client that never sleeps: it sends what its parent asks for over 16 connections and polls them in a loop.
import { once } from 'node:events';
import { connect } from 'node:net';

const AT_ONCE = 16;
const END_OF_HEAD = '\r\n\r\n';
const socketsOf = new Map();

process.on('message', async (asked) => {
  if (Array.isArray(asked)) {
    process.send('ready');
    return;
  }
  const { port, path, body, status, count } = asked;
  if (!socketsOf.has(port))
    socketsOf.set(port, await Promise.all(Array.from({ length: AT_ONCE }, () => open(port))));
  const text = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}${END_OF_HEAD}${body}`;
  await run(socketsOf.get(port), Buffer.from(text), status, count);
  process.send('done');
});
process.on('disconnect', () => process.exit());

async function open(port) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

function run(sockets, request, status, count) {
  return new Promise((resolve, reject) => {
    let left = count;
    let open = count;
    const send = (socket) => {
      if (left <= 0) return;
      left -= 1;
      socket.write(request);
    };
    // An immediate keeps the loop from waiting for events.
    const spin = () => open > 0 && setImmediate(spin);
    for (const socket of sockets) {
      let received = '';
      socket.removeAllListeners('data').on('data', (chunk) => {
        received += chunk;
        if (!isComplete(received)) return;
        if (!received.startsWith(`HTTP/1.1 ${status} `)) reject(new Error(received));
        received = '';
        open -= 1;
        if (open === 0) resolve();
        else send(socket);
      });
      send(socket);
    }
    spin();
  });
}

function isComplete(received) {
  const end = received.indexOf(END_OF_HEAD);
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received) ?? [];
  if (length === undefined) return received.endsWith(`\r\n0${END_OF_HEAD}`);
  return received.length === end + END_OF_HEAD.length + Number(length);
}
