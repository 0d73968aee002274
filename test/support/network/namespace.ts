import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type ProgramOptions, type ProgramResult } from '../programs/run-program.js';

const UNSHARE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--net', '--mount'];

/** A network of the test's own takes Linux, `ip` and the right to make one. CI has all three. */
const CAN_UNSHARE =
  process.platform === 'linux' &&
  spawnSync('sh', ['-c', `${UNSHARE.join(' ')} ip link set lo up`]).status === 0;

/** `describe` where a network can be made; elsewhere skipped, with a word, but never in CI. */
export function describeInNamespace(name: string, body: () => void): void {
  if (CAN_UNSHARE || process.env.CI) {
    describe(name, body);
    return;
  }
  process.stderr.write(`skipped, no network namespaces here (Linux, iproute2, unshare): ${name}\n`);
  describe.skip(name, body);
}

/**
 * In every namespace: loopback with a public address (198.20.0.1 to 198.20.3.254), and a network into which packets
 * vanish (198.21.0.0/16, where connecting takes for ever).
 */
const NETWORK = `
ip link set lo up
ip addr add 198.20.0.1/22 dev lo
ip route add 198.21.0.0/16 dev lo
`;

/** Runs a program (see `runProgram`) in a network of its own, whose name server is 127.0.0.1. */
export async function runInNamespace(source: string, options: ProgramOptions = {}): Promise<ProgramResult> {
  const folder = mkdtempSync(join(tmpdir(), 'namespace-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const configuration = file(
    'resolv.conf',
    'nameserver 127.0.0.1\nsearch cluster.test\noptions timeout:2 attempts:1\n',
  );
  const hosts = file('hosts', '127.0.0.1 localhost\n198.20.0.7 from-hosts\n');
  const script = `set -e
mount --bind ${configuration} /etc/resolv.conf
mount --bind ${hosts} /etc/hosts
${NETWORK}
exec "$@"`;
  try {
    return await runProgram(source, { ...options, command: [...UNSHARE, 'sh', '-c', script, 'sh'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
