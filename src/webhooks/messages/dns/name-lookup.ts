import { getDefaultResultOrder, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { findLocally } from './hosts-file.js';
import { isNegative, Query } from './query.js';
import { listCandidates } from './search-list.js';
import { lookUpBySystem } from './system-lookup.js';

/** A look-up that ends with the attempt for which it is made. */
export interface CancelableLookup {
  readonly lookup: LookupFunction;
  /** Ends it; nobody is called back any more. */
  readonly cancel: () => void;
}

/**
 * Looks up as the system would, but without its thread: the hosts file, then the name servers with the search list of
 * resolv.conf. Only of a name that these don't know the system itself is asked, for one at a time.
 * `dns.lookup` would hold one of two threads for ten seconds and more for each name whose server is silent.
 */
export function lookUpNames(): CancelableLookup {
  let current: AbortController | undefined;
  const lookup: LookupFunction = (hostname, options, callback) => {
    const { signal } = (current = new AbortController());
    findAddresses(hostname.toLowerCase(), familyOf(options), signal).then(
      (addresses) => {
        const [first] = addresses;
        if (signal.aborted || !first) return;
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        if (!signal.aborted) callback(error as NodeJS.ErrnoException, []);
      },
    );
  };
  return { lookup, cancel: () => current?.abort() };
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

/** IPv4 first, unless the process was told otherwise: where there is no IPv6, no attempt is wasted on it. */
function inOrder(addresses: readonly LookupAddress[]): LookupAddress[] {
  const first = (getDefaultResultOrder() as string) === 'ipv6first' ? 6 : 4;
  return [...addresses].sort((a, b) => Number(b.family === first) - Number(a.family === first));
}
