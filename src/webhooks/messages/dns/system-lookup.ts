import { lookup, type LookupAddress } from 'node:dns';
import { promisify } from 'node:util';
import { Limiter } from '../../notifier/limiter.js';

const ask = promisify(lookup);

/** A look-up of the system holds one of libuv's few threads, at times for long, and cannot be called off. */
const turns = new Limiter({ total: 1, perGroup: 1, aside: 0, now: () => performance.now() });

/**
 * Asks the operating system, which may know names that no name server does (mDNS, LDAP, a VPN's domains): never more
 * than one at a time in this process, and each name in its turn.
 * @param signal ends the wait for the turn or for the answer
 */
export function lookUpBySystem(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  return turns.run(name, signal, () => ask(name, { all: true, family, verbatim: true }));
}
