import { once } from 'node:events';

/** Has a process of its own serve: tells its parent the port, and then, each time it is asked, microseconds of the processor. */
export async function listen(server) {
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
}
