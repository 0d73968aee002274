import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, ownFolder, postgresOwner, serve, type Store } from './stores.js';

/** PgBouncer in transaction mode, in front of a PostgreSQL server. */
export async function startPgBouncer(postgres: Pick<Store, 'port'>): Promise<Store> {
  const port = await freePort();
  const owner = postgresOwner();
  const folder = ownFolder(owner);
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgres.port} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'ignore_startup_parameters = extra_float_digits',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const start = (): ChildProcess => spawn('pgbouncer', [file], { ...owner, stdio: 'ignore' });
  return serve(start, port, folder);
}
