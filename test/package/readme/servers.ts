/**
 * A program that starts others, each of which listens once, in one process and at any free ports, and sends the origin of
 * each. What the listener of webhooks is at is told to the others.
 */
export function serversProgram(files: readonly string[]): string {
  return `
import net from 'node:net';

const origins = {};
const { listen } = net.Server.prototype;
let heard;
net.Server.prototype.listen = function (...given) {
  this.once('listening', () => heard('http://127.0.0.1:' + this.address().port));
  return listen.call(this, 0, '127.0.0.1', ...given.filter((argument) => typeof argument === 'function'));
};
for (const file of ${JSON.stringify([...files].sort())}) {
  const listening = new Promise((resolve) => (heard = resolve));
  await import('./out/' + file);
  origins[file] = await listening;
  if (file.startsWith('listener-')) process.env.WEBHOOK_URL = origins[file];
}
process.send(origins);
`;
}
