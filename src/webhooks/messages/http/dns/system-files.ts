import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { readFileSync, statSync } from 'node:fs';

const PATH =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

const readHosts = watchFile(PATH);

/** Addresses of `localhost` names, which always mean this machine (RFC 6761, section 6.3). */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function findLocally(name: string, hosts: string = readHosts()): readonly LookupAddress[] {
  const found = findInHosts(name, hosts);
  return found.length === 0 && /(^|\.)localhost$/.test(name) ? LOOPBACK : found;
}

/**
 * Returns the addresses of a name. It reads only the lines that contain the name, since a hosts file may have a million
 * lines.
 */
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

const readConfiguration = watchFile('/etc/resolv.conf');

/**
 * Returns the names to try, in order, as resolv.conf(5) defines them (`search`, `domain`, `ndots`). A name with fewer
 * dots than `ndots` is tried with the search domains first, as in Kubernetes.
 */
export function listCandidates(name: string, configuration: string = readConfiguration()): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const { search, dots } = parse(configuration);
  const longer = search.map((domain) => `${name}.${domain}`);
  return name.split('.').length > dots ? [name, ...longer] : [...longer, name];
}

function parse(configuration: string): { search: readonly string[]; dots: number } {
  let search: readonly string[] = [];
  let dots = 1;
  for (const line of configuration.split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    // Later lines override earlier ones.
    if (keyword === 'search' || keyword === 'domain')
      search = values.map((domain) => domain.replace(/\.$/, ''));
    const option = keyword === 'options' && values.find((value) => value.startsWith('ndots:'));
    if (option) dots = Math.min(15, Number.parseInt(option.slice('ndots:'.length), 10) || 0);
  }
  return { search: search.filter((domain) => domain !== ''), dots };
}

/**
 * Returns a function that returns the content of a small file and reads it again after a change. It is synchronous,
 * because the thread pool may be full of look-ups; reading the file's date takes microseconds.
 */
export function watchFile(path: string): () => string {
  let text = '';
  let seen = '';
  return () => {
    const file = statSync(path, { throwIfNoEntry: false });
    const stamp = file ? `${file.ino} ${file.mtimeMs} ${file.size}` : '';
    if (stamp !== seen) {
      text = file ? readText(path) : '';
      seen = stamp;
    }
    return text;
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').toLowerCase();
  } catch {
    return '';
  }
}
