import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { watchFile } from './watched-file.js';

const PATH =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

const readHosts = watchFile(PATH);

/** RFC 6761, section 6.3: these names are this machine, whatever a name server says. */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** What this machine itself knows of a name: its hosts file, and that `localhost` is here. Empty if nothing. */
export function findLocally(name: string, hosts: string = readHosts()): readonly LookupAddress[] {
  const found = findInHosts(name, hosts);
  return found.length === 0 && /(^|\.)localhost$/.test(name) ? LOOPBACK : found;
}

/** Looks only at the lines that have the name somewhere: such a file may be a list of a million others. */
function findInHosts(name: string, text: string): readonly LookupAddress[] {
  const found: LookupAddress[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at)) {
    const end = text.indexOf('\n', at);
    const line = text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end);
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family !== 0 && names.includes(name)) found.push({ address, family });
    if (end === -1) break;
    at = end;
  }
  return found;
}
