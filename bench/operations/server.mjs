// One server in a process of its own: node server.mjs FRAMEWORK bare|dtospec
import { once } from 'node:events';
import { FRAMEWORKS } from './frameworks.mjs';

const [framework, kind] = process.argv.slice(2);
const server = await FRAMEWORKS[framework][kind]();
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send(server.address().port);

let before = process.cpuUsage();
process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send(user + system);
});
process.on('disconnect', () => process.exit());
