import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that keeps data, in a folder and at a port of its own. */
export interface Store {
  readonly port: number;
  /** What it has kept, for a look at the files. */
  readonly folder: string;
  /** Ends it at once, as a power failure does, and starts it again over the same files. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(25);
  }
  throw new Error('The server does not answer.');
}

async function serve(
  start: () => ChildProcess,
  port: number,
  folder: string,
  ready: () => Promise<void>,
): Promise<Store> {
  let child = start();
  const open = async (): Promise<void> => {
    await untilOpen(port, child);
    await ready();
  };
  await open();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    port,
    folder,
    crash: async () => {
      await end('SIGKILL');
      child = start();
      await open();
    },
    stop: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** redis-server, with its append-only file written before it answers. */
export async function startRedis(more: readonly string[] = []): Promise<Store> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'dtospec-redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const start = (): ChildProcess =>
    spawn('redis-server', [...options, ...durable, ...more], { stdio: 'ignore' });
  return serve(start, port, folder, () => Promise.resolve());
}

const VERSIONS = '/usr/lib/postgresql';

function newestVersion(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  if (versions[0] === undefined) throw new Error('PostgreSQL is not installed.');
  return versions[0];
}

/** Debian has the server's programs in a folder for each version, and none of them runs as root. */
const bin = (program: string): string => join(VERSIONS, newestVersion(), 'bin', program);

type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** A folder of its own for the data of PostgreSQL. */
function ownFolder(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'dtospec-postgres-'));
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** What initdb writes, kept for the next: a copy of its thousand files takes a third of its processor time. */
function emptyCluster(owner: Owner): string {
  const kept = resolve('build/tests', `postgres-${newestVersion()}`);
  if (existsSync(kept)) return kept;
  const folder = ownFolder(owner);
  const data = join(folder, 'data');
  execFileSync(bin('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
    ...owner,
    stdio: 'ignore',
  });
  mkdirSync(dirname(kept), { recursive: true });
  const making = `${kept}-${process.pid}`;
  copyCluster(data, making);
  rmSync(folder, { recursive: true });
  try {
    renameSync(making, kept);
  } catch {
    // Another worker's is there by now, and as good.
    rmSync(making, { recursive: true });
  }
  return kept;
}

/** With owners and modes, by which PostgreSQL knows its own. */
function copyCluster(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** PostgreSQL, with the user `postgres` that needs no password, and the database `postgres`. */
export async function startPostgres(): Promise<Store> {
  const port = await freePort();
  const owner: Owner = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = ownFolder(owner);
  const data = join(folder, 'data');
  copyCluster(emptyCluster(owner), data);
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const start = (): ChildProcess => spawn(bin('postgres'), options, { ...owner, stdio: 'ignore' });
  const ready = async (): Promise<void> => {
    for (let tries = 0; tries < 400; tries += 1) {
      try {
        execFileSync(bin('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
        return;
      } catch {
        await sleep(25);
      }
    }
    throw new Error('PostgreSQL does not get ready.');
  };
  return serve(start, port, folder, ready);
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
