import { getDefaultResultOrder, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup as lookUpByThread, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findLocally, listCandidates } from './system-files.js';
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
  const resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });
  signal.addEventListener('abort', () => {
    resolver.cancel();
  });
  for (const candidate of listCandidates(name)) {
    try {
      return inOrder(await query(resolver, candidate, family));
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

/** Asks for both address families at once, and waits a moment for the second one. */
async function query(resolver: Resolver, name: string, family: number): Promise<LookupAddress[]> {
  const families = family === 0 ? [4, 6] : [family];
  const found: LookupAddress[] = [];
  const asked = families.map(async (one) => {
    const addresses = await (one === 6 ? resolver.resolve6(name) : resolver.resolve4(name));
    found.push(...addresses.map((address) => ({ address, family: one })));
  });
  await Promise.any(asked).catch((error: unknown) => {
    const errors = (error as AggregateError).errors as [Error, ...Error[]];
    throw errors.sort(byWeight)[0];
  });
  await Promise.race([Promise.allSettled(asked), wait(GRACE, undefined, { ref: false })]);
  resolver.cancel();
  return found.sort((a, b) => a.family - b.family);
}

/** Sorts errors of a name server before those about a missing address family. */
function byWeight(a: Error, b: Error): number {
  return Number(isNegative(a)) - Number(isNegative(b));
}

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
  return turns.run(name, signal, () => lookUpByThread(name, { all: true, family, verbatim: true }));
}
