import { getDefaultResultOrder, lookup, type LookupAddress, type LookupOptions, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { findLocally, listCandidates } from './system-files.js';
import { promisify } from 'node:util';
import { Limiter } from '../../../notifier/attempts/limiter.js';
import { after } from '../../../notifier/runtime.js';

interface NameLookup {
  readonly lookup: LookupFunction;
  readonly close: () => void;
}

/**
 * Returns a look-up that uses no thread of libuv's pool: it reads the hosts file, then queries the name servers with
 * the search list of resolv.conf. `dns.lookup` would occupy a thread for ten seconds or more if a name server is
 * silent, so it is used last, for one name at a time.
 * @param timeout milliseconds for one name
 */
export function lookUpNames(timeout: number): NameLookup {
  const underWay = new Set<AbortController>();
  const lookup: LookupFunction = (hostname, options, callback) => {
    const ending = new AbortController();
    const timer = after(timeout, () => {
      ending.abort();
    });
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

/**
 * Sorts IPv4 addresses first, unless the process is configured otherwise, so that a machine without IPv6 wastes no
 * attempt.
 */
function inOrder(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = (getDefaultResultOrder() as string) === 'ipv6first' ? 6 : 4;
  return [...addresses].sort((a, b) => Number(b.family === first) - Number(a.family === first));
}

/** Milliseconds to wait for a name server's first response, and the number of tries. */
const PATIENCE = 2_000;
const TRIES = 4;

/** Milliseconds to wait for the other address family (RFC 8305, section 3). */
const GRACE = 50;

/** Error codes of c-ares for a name or an address that does not exist. Another source may know it. */
const NEGATIVE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

function isNegative(error: unknown): boolean {
  return NEGATIVE.has((error as NodeJS.ErrnoException).code ?? '');
}

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

/** Sorts errors of a name server before those about a missing address family. */
function byWeight(a: Error, b: Error): number {
  return Number(isNegative(a)) - Number(isNegative(b));
}

const ask = promisify(lookup);

/** Limits look-ups by the system to one, since each occupies one of libuv's few threads and cannot be cancelled. */
const turns = new Limiter({
  concurrency: 1,
  concurrencyPerTarget: 1,
  concurrencyUnanswered: 0,
  now: () => performance.now(),
});

/**
 * Uses the operating system's look-up, which may find names that name servers do not have (mDNS, LDAP, VPN domains).
 */
function lookUpBySystem(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  return turns.run(name, signal, () => ask(name, { all: true, family, verbatim: true }));
}
