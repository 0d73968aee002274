import { getDefaultResultOrder, lookup, type LookupAddress, type LookupOptions, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { findLocally, listCandidates } from './system-files.js';
import { promisify } from 'node:util';
import { Limiter } from '../../../notifier/attempts/limiter.js';
import { LONGEST_TIMER } from '../../../notifier/runtime.js';

interface NameLookup {
  readonly lookup: LookupFunction;
  /** Ends all look-ups under way. */
  readonly close: () => void;
}

/**
 * Looks names up without the thread that `dns.lookup` holds for ten seconds and more while a name server is silent: in
 * the hosts file, then at the name servers with the search list of resolv.conf. The system is asked last, for one name
 * at a time.
 * @param timeout milliseconds for one name
 */
export function lookUpNames(timeout: number): NameLookup {
  const underWay = new Set<AbortController>();
  const lookup: LookupFunction = (hostname, options, callback) => {
    const ending = new AbortController();
    const end = (): void => {
      ending.abort();
    };
    const timer = setTimeout(end, Math.min(timeout, LONGEST_TIMER));
    underWay.add(ending);
    findAddresses(hostname.toLowerCase(), familyOf(options), ending.signal)
      .finally(() => {
        clearTimeout(timer);
        underWay.delete(ending);
      })
      .then(
        (addresses) => {
          const [first] = addresses;
          if (options.all || !first) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error: unknown) => {
          callback(error as NodeJS.ErrnoException, []);
        },
      );
  };
  const close = (): void => {
    for (const ending of underWay) ending.abort();
  };
  return { lookup, close };
}

function familyOf({ family = 0 }: LookupOptions): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
}

async function findAddresses(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  const isWanted = (one: LookupAddress): boolean => family === 0 || one.family === family;
  const local = findLocally(name.replace(/\.$/, '')).filter(isWanted);
  if (local.length > 0) return inOrder(local);
  const query = new Query();
  signal.addEventListener('abort', () => {
    query.cancel();
  });
  for (const candidate of listCandidates(name)) {
    try {
      return inOrder(await query.ask(candidate, family));
    } catch (error) {
      if (!isNegative(error)) throw error;
    }
  }
  return lookUpBySystem(name, family, signal);
}

/** Prefers IPv4 unless the process is configured otherwise: without IPv6 no attempt is wasted on it. */
function inOrder(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = (getDefaultResultOrder() as string) === 'ipv6first' ? 6 : 4;
  return [...addresses].sort((a, b) => Number(b.family === first) - Number(a.family === first));
}

/** Milliseconds that a name server has for its first answer, and how often each is asked. */
const PATIENCE = 2_000;
const TRIES = 4;

/** Milliseconds to wait for the other address family: RFC 8305, section 3. */
const GRACE = 50;

/** c-ares's codes for a name or an address that does not exist: another source may have it. */
const NEGATIVE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

function isNegative(error: unknown): boolean {
  return NEGATIVE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Queries name servers over sockets of its own: it takes no thread and can be cancelled. */
class Query {
  readonly #resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });

  ask(name: string, family: number): Promise<LookupAddress[]> {
    const families = family === 0 ? [4, 6] : [family];
    return new Promise((resolve, reject) => {
      const found: LookupAddress[] = [];
      const errors: Error[] = [];
      let left = families.length;
      const settle = (): void => {
        if (left > 0) this.cancel();
        const [error = new Error('no address')] = errors.sort(byWeight);
        if (found.length > 0) resolve(found.sort((a, b) => a.family - b.family));
        else reject(error);
      };
      for (const one of families) {
        this.#resolver[one === 6 ? 'resolve6' : 'resolve4'](name, (error, addresses) => {
          left -= 1;
          if (error) errors.push(error);
          else found.push(...addresses.map((address) => ({ address, family: one })));
          if (left === 0) settle();
          else if (found.length > 0) setTimeout(settle, GRACE).unref();
        });
      }
    });
  }

  cancel(): void {
    this.#resolver.cancel();
  }
}

/** Prefers errors of a name server to a missing address family. */
function byWeight(a: Error, b: Error): number {
  return Number(isNegative(a)) - Number(isNegative(b));
}

const ask = promisify(lookup);

/** A look-up by the system holds one of libuv's few threads and cannot be cancelled. */
const turns = new Limiter({ total: 1, perTarget: 1, extra: 0, now: () => performance.now() });

/** Asks the operating system, which may resolve names that no name server has (mDNS, LDAP, a VPN's domains). */
function lookUpBySystem(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  return turns.run(name, signal, () => ask(name, { all: true, family, verbatim: true }));
}
