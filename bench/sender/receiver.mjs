// Answers 204 to signed requests; on the message `hold` only after the message `answer`.
import { createServer } from 'node:http';

let held;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = () => response.writeHead(request.headers['webhook-signature'] ? 204 : 400).end();
    if (held) held.push(answer);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', (what) => {
  const answers = held ?? [];
  held = what === 'hold' ? [] : undefined;
  for (const answer of answers) answer();
  process.send(what);
});
process.on('disconnect', () => process.exit());
