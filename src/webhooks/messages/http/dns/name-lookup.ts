import { getDefaultResultOrder, lookup, type LookupAddress, type LookupOptions, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { findLocally, listCandidates } from './system-files.js';
import { promisify } from 'node:util';
import { Limiter } from '../../../notifier/attempts/limiter.js';

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

/** Milliseconds that a name server has for an answer, the first time; and how many times each is asked. */
const PATIENCE = 2_000;
const TRIES = 4;

/** Milliseconds for which the other family is waited for when one is there, as RFC 8305, section 3 has it. */
const GRACE = 50;

/** c-ares's words for "there is no such name" and "it has no such address": another source may know more. */
const NEGATIVE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

function isNegative(error: unknown): boolean {
  return NEGATIVE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Questions to the name servers, over sockets of their own: they take no thread, and can be called off. */
class Query {
  readonly #resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });

  /**
   * All addresses of a name, IPv4 first.
   * @param family 4, 6, or 0 for both
   * @throws Error with c-ares's code
   */
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

/** Trouble with the servers says more than that one of the families has no address. */
function byWeight(a: Error, b: Error): number {
  return Number(isNegative(a)) - Number(isNegative(b));
}

const ask = promisify(lookup);

/** A look-up of the system holds one of libuv's few threads, at times for long, and cannot be called off. */
const turns = new Limiter({ total: 1, perGroup: 1, aside: 0, now: () => performance.now() });

/**
 * Asks the operating system, which may know names that no name server does (mDNS, LDAP, a VPN's domains): never more
 * than one at a time in this process, and each name in its turn.
 * @param signal ends the wait for the turn or for the answer
 */
function lookUpBySystem(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  return turns.run(name, signal, () => ask(name, { all: true, family, verbatim: true }));
}
