import { watchFile } from './watched-file.js';

const readConfiguration = watchFile('/etc/resolv.conf');

/**
 * What a name may stand for, in the order in which it is tried (resolv.conf(5): `search`, `domain`, `ndots`). A name
 * with fewer dots than `ndots` is tried with the domains of the search list first, as in a Kubernetes cluster.
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
    // The last of several counts.
    if (keyword === 'search' || keyword === 'domain')
      search = values.map((domain) => domain.replace(/\.$/, ''));
    const option = keyword === 'options' && values.find((value) => value.startsWith('ndots:'));
    if (option) dots = Math.min(15, Number.parseInt(option.slice('ndots:'.length), 10) || 0);
  }
  return { search: search.filter((domain) => domain !== ''), dots };
}
