import { once } from 'node:events';

/**
 * Has this process serve what its parent asks for: for a list of words, the server that `create` makes of them, whose port it
 * tells; each time it is asked for `cpu`, microseconds of the processor since then.
 */
export function listen(create) {
  let before = process.cpuUsage();
  process.on('message', async (asked) => {
    if (asked === 'memory') return;
    if (asked === 'cpu') {
      const { user, system } = process.cpuUsage(before);
      before = process.cpuUsage();
      process.send(user + system);
      return;
    }
    const server = await create(...asked);
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    process.send(server.address().port);
  });
  process.on('disconnect', () => process.exit());
}
