import type { LookupAddress, LookupOptions } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import { requireNodeModule } from '../../../shared/node-modules.js';
import type { LookupFunction } from 'node:net';
import { OneByOne } from '../../../shared/promises.js';
import { after } from '../../notifier/runtime.js';

interface NameLookup {
  readonly lookup: LookupFunction;
  readonly close: () => void;
}

/**
 * Returns a look-up that asks the name servers, without a thread of libuv's pool. The operating system looks
 * up what they do not know: names of the hosts file, of search lists, mDNS, LDAP and VPN domains.
 * `dns.lookup` occupies a thread for ten seconds or more if a name server is silent, so it is used for one
 * name at a time.
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
    findAddresses(hostname.toLowerCase().replace(/\.$/, ''), familyOf(options), ending.signal)
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
  if (LOCAL.test(name)) return lookUpBySystem(name, family, signal);
  const resolver = new (requireNodeModule('dns/promises', LOOKUP).Resolver)({
    timeout: LOOKUP_TIMEOUT,
    tries: TRIES,
  });
  signal.addEventListener('abort', () => {
    resolver.cancel();
  });
  try {
    return await query(resolver, name, family);
  } catch (error) {
    if (!isNegative(error)) throw error;
    return lookUpBySystem(name, family, signal);
  }
}

/**
 * Matches names that are not in the public DNS: those without
 * a dot, and below `localhost` (RFC 6761, section 6.3).
 */
const LOCAL = /^[^.]*$|\.localhost$/;

const LOOKUP = 'A look-up of names';

/** Milliseconds to wait for a name server's first response, and the number of tries. */
const LOOKUP_TIMEOUT = 2_000;
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
  const addressesOfName: LookupAddress[] = [];
  const asked = families.map(async (ipVersion) => {
    const addresses = await (ipVersion === 6 ? resolver.resolve6(name) : resolver.resolve4(name));
    addressesOfName.push(...addresses.map((address) => ({ address, family: ipVersion })));
  });
  await Promise.any(asked).catch((error: unknown) => {
    const errors = (error as AggregateError).errors as [Error, ...Error[]];
    throw errors.find((one) => !isNegative(one)) ?? errors[0];
  });
  await Promise.race([
    Promise.allSettled(asked),
    new Promise<void>((resolve) => after(GRACE, resolve).unref()),
  ]);
  resolver.cancel();
  return addressesOfName.sort((a, b) => a.family - b.family);
}

/** The operating system's look-ups of this process. They cannot be cancelled. */
const turns = new OneByOne<'system'>();

async function lookUpBySystem(name: string, family: number, signal: AbortSignal): Promise<LookupAddress[]> {
  const looking = turns.run('system', async () => {
    signal.throwIfAborted();
    return requireNodeModule('dns/promises', LOOKUP).lookup(name, { all: true, family });
  });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
  return Promise.race([looking, aborted]);
}
