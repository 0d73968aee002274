import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

/** Milliseconds in which a server starts, even one that reads its files again on a busy machine. */
const START_TIME = 30_000;

export async function serve(
  start: () => ChildProcess,
  port: number,
  folder: string,
  isReady: () => boolean = () => true,
): Promise<Store> {
  let child = start();
  /** PostgreSQL ends at once while a process of a killed server still holds its memory, so it is started again. */
  const open = async (): Promise<void> => {
    const end = performance.now() + START_TIME;
    while (!((await accepts(port)) && isReady())) {
      if (performance.now() > end) throw new Error(`The server does not start: exit code ${child.exitCode}.`);
      await sleep(25);
      if (hasEnded(child)) child = start();
    }
  };
  await open();
  const end = async (): Promise<void> => {
    if (hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    port,
    folder,
    crash: async () => {
      await end();
      child = start();
      await open();
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The program of another version of Redis, or of Valkey. */
const REDIS = process.env.DTOSPEC_REDIS ?? 'redis-server';

/** redis-server, with its append-only file written before it answers. */
export async function startRedis(more: readonly string[] = [], ownPort?: number): Promise<Store> {
  const port = ownPort ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'dtospec-redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const start = (): ChildProcess => spawn(REDIS, [...options, ...durable, ...more], { stdio: 'ignore' });
  return serve(start, port, folder);
}

const VERSIONS = '/usr/lib/postgresql';

function newestVersion(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  if (versions[0] === undefined) throw new Error('PostgreSQL is not installed.');
  return versions[0];
}

/** Debian has the server's programs in a folder for each version, and none of them runs as root. */
const debian = (program: string): string => join(VERSIONS, newestVersion(), 'bin', program);

/** Another folder with `initdb` and `postgres`. */
const OTHER = process.env.DTOSPEC_POSTGRES;
const bin = (program: string): string => (OTHER === undefined ? debian(program) : join(OTHER, program));

/** Its version, such as `postgres (PostgreSQL) 15.18`, as the name of a file. */
const versionName = (): string =>
  execFileSync(bin('postgres'), ['--version'], { encoding: 'utf8' })
    .trim()
    .replaceAll(/[^\w.]+/g, '-');

export type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** A folder of its own for the data of PostgreSQL. */
export function ownFolder(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'dtospec-postgres-'));
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** What initdb writes, kept for the next: a copy of its thousand files takes a third of its processor time. */
function emptyCluster(owner: Owner): string {
  const kept = resolve('build/tests', versionName());
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
  const owner = postgresOwner();
  const folder = ownFolder(owner);
  const data = join(folder, 'data');
  copyCluster(emptyCluster(owner), data);
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const start = (): ChildProcess => spawn(bin('postgres'), options, { ...owner, stdio: 'ignore' });
  const isReady = (): boolean =>
    spawnSync(debian('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
  return serve(start, port, folder, isReady);
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function postgresOwner(): Owner {
  return userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
