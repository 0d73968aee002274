import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { requireNodeModule } from '../../../shared/node-modules.js';
import { BlockedAddressError } from '../errors.js';

/** Returns whether a connection to an IP address is allowed. */
export type AddressCheck = (address: string) => boolean;

export const ANY_ADDRESS: AddressCheck = () => true;

/**
 * Returns a check that allows public addresses and those in the ranges.
 * @param ranges addresses or ranges such as 10.1.0.0/16 and fd00:1::/32
 */
export function allowAlso(ranges: readonly string[]): AddressCheck {
  if (ranges.length === 0) return isPublicAddress;
  const list = (family: Family): RangeCheck =>
    rangeCheck(family, ranges.filter((range) => familyOf(range) === family).join(' '));
  const allowed = { ipv4: list('ipv4'), ipv6: list('ipv6') };
  return (address) => {
    const bare = withoutZone(address);
    const plain = isIP(bare) === 6 ? (translatedIPv4(expandIPv6(bare)) ?? bare) : bare;
    const family = familyOf(plain);
    return isPublicAddress(address) || (family !== undefined && allowed[family](plain));
  };
}

/** Returns the family of an address or a range, or undefined for other text. */
export function familyOf(range: string): Family | undefined {
  const [, prefix = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const family = isIP(prefix);
  if (family === 0 || Number(length ?? 0) > (family === 4 ? 32 : 128)) return undefined;
  return family === 4 ? 'ipv4' : 'ipv6';
}

/** Returns an address without its zone, which names a network interface. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

/**
 * Returns whether an IP address is public. Other spellings
 * were already resolved by the URL parser or the look-up.
 */
export function isPublicAddress(address: string): boolean {
  const bare = withoutZone(address);
  switch (isIP(bare)) {
    case 4:
      return !isBlockedIPv4(bare);
    case 6: {
      const groups = expandIPv6(bare);
      const translated = translatedIPv4(groups);
      if (translated) return isPublicAddress(translated);
      const tunnelled = isatapIPv4(groups);
      return !isBlockedIPv6(bare) && (!tunnelled || isPublicAddress(tunnelled));
    }
    default:
      return false;
  }
}

/**
 * Returns an error for a URL whose host is an IP address that is not allowed. The URL parser has already
 * normalized decimal, octal, hex and shortened spellings. Lookup functions are not called for literals.
 */
export function blockedLiteral(url: URL, isAllowed: AddressCheck): BlockedAddressError | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isAllowed(host) ? new BlockedAddressError(url.hostname, host) : undefined;
}

/**
 * Returns a lookup that finds allowed addresses only. The socket connects to exactly this result, so a later
 * DNS response (DNS rebinding) has no effect.
 */
export function guardLookup(
  lookup: LookupFunction = requireNodeModule('dns', 'A look-up of names').lookup,
  isAllowed: AddressCheck = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, resolved, family) => {
      if (error) {
        callback(error, []);
        return;
      }
      const addresses =
        typeof resolved === 'string' ? [{ address: resolved, family: family ?? isIP(resolved) }] : resolved;
      const [first, ...others] = addresses.filter(({ address }) => isAllowed(address));
      if (!first) callback(new BlockedAddressError(hostname, addresses[0]?.address ?? 'no address'), []);
      else if (options.all) callback(null, [first, ...others] satisfies LookupAddress[]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns the IPv4 address in a mapped (::ffff:0:0/96) or NAT64 (64:ff9b::/96) IPv6 address. */
function translatedIPv4(groups: readonly string[]): string | undefined {
  const prefix = groups.slice(0, 6).join(':');
  return prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0' ? lastAsIPv4(groups) : undefined;
}

/** Returns the IPv4 address inside an ISATAP address, under any prefix (RFC 5214, section 6.1). */
function isatapIPv4(groups: readonly string[]): string | undefined {
  const [u, oui] = groups.slice(4);
  return (u === '0' || u === '200') && oui === '5efe' ? lastAsIPv4(groups) : undefined;
}

function lastAsIPv4(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.');
}

function expandIPv6(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

type Family = 'ipv4' | 'ipv6';

/** Returns whether an address is in one of the ranges. */
type RangeCheck = (address: string) => boolean;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Returns 4 or 6 for an IP address, and 0 for other text, as `isIP` of node:net does. */
export function isIP(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4;
  const bare = /^[\da-f:.]*:[\da-f:.]*(?=%[\da-z.:-]+$|$)/i.exec(text)?.[0] ?? '';
  return bare !== '' && URL.canParse(`http://[${bare}]`) ? 6 : 0;
}

/** Returns the bits of an address, as a number of 32 or 128 bits. */
function bitsOf(address: string, family: Family): bigint {
  const hexadecimals =
    family === 'ipv4'
      ? address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
      : expandIPv6(address).map((group) => group.padStart(4, '0'));
  return BigInt(`0x${hexadecimals.join('')}`);
}

/**
 * IPv4 addresses that are not globally reachable by the IANA IPv4 Special-Purpose Address Registry,
 * multicast, and Azure's metadata host, which has a public address.
 */
const isBlockedIPv4 = rangeCheck(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
    '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);

/**
 * IPv6 ranges to exclude from global unicast (2000::/3), by the IANA IPv6 Special-Purpose Address Registry.
 * Loopback, unique local, link-local, discard-only and multicast addresses are outside of 2000::/3.
 */
const isBlockedIPv6 = rangeCheck(
  'ipv6',
  '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
);

function rangeCheck(family: Family, ranges: string): RangeCheck {
  const width = family === 'ipv4' ? 32 : 128;
  const list = ranges
    .split(' ')
    .filter(Boolean)
    .map((range) => {
      const [prefix = '', length = width] = range.split('/');
      const rest = BigInt(width - Number(length));
      return { rest, start: bitsOf(prefix, family) >> rest };
    });
  return (address) => {
    const bits = bitsOf(address, family);
    return list.some(({ rest, start }) => bits >> rest === start);
  };
}
