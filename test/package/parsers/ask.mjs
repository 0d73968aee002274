// Sends requests as they are written: clients would change most of them.
import { once } from 'node:events';
import { connect } from 'node:net';

/** Asks a server for each request, and returns the answers: the value as JSON, or the status of an error. */
export async function answersOf(server, requests) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answers = [];
    for (const request of requests) answers.push(await answerTo(server.address().port, request));
    return answers;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function answerTo(port, { line, headers = [], body }) {
  const isFramed = body === undefined || headers.some((header) => header.startsWith('transfer-encoding'));
  const length = isFramed ? [] : [`content-length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...headers, ...length, '', ''];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), body ?? Buffer.alloc(0)]));
  const chunks = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const [top, ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = Number(top.split(' ')[1]);
  return status === 200 ? rest.join('\r\n\r\n') : status;
}
