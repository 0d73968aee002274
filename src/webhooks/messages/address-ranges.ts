import { BlockList } from 'node:net';

/**
 * IPv4 addresses that no webhook goes to: what the IANA IPv4 Special-Purpose Address Registry says is not
 * globally reachable, multicast, and Azure's metadata host, which alone of its kind has a public address.
 */
const IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/**
 * IPv6: global unicast is 2000::/3 and nothing else, less what the IANA IPv6 Special-Purpose Address Registry
 * takes out of it. Loopback, unique local, link-local, discard-only and multicast lie outside.
 */
const IPV6 = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** Two lists: in one, Node compares an IPv4 address with the IPv6 ranges too, in its mapped form. */
export const BLOCKED_IPV4 = new BlockList();
export const BLOCKED_IPV6 = new BlockList();
for (const [prefix, length] of IPV4) BLOCKED_IPV4.addSubnet(prefix, length, 'ipv4');
for (const [prefix, length] of IPV6) BLOCKED_IPV6.addSubnet(prefix, length, 'ipv6');
