import type { Report } from '../diagnostic.js';
import type { Entry } from './registry.js';

/**
 * Names each group of views (design 5, Names): the plainest view of a class is `User`; a request that
 * differs is `UserInput`; groups and versions are `User.admin`, `User.v2`. Two different things never share
 * a name: the second gets a number and a diagnostic.
 */
export function nameComponents(groups: readonly Entry[][], report: Report): Map<Entry[], string> {
  const names = new Map<Entry[], string>();
  const taken = new Map<string, Entry>();
  for (const group of byPlainness(groups)) {
    const [entry] = group;
    if (entry === undefined) continue;
    const wanted = wantedName(entry, groups.filter((other) => other !== group).flat());
    const name = freeName(wanted, taken);
    if (name !== wanted) reportClash(entry, wanted, name, taken, report);
    taken.set(name, entry);
    names.set(group, name);
  }
  return names;
}

/** Plain views choose first; within a group the plainest entry speaks. Otherwise the order of first use holds. */
function byPlainness(groups: readonly Entry[][]): Entry[][] {
  const sorted = groups.map((group) => {
    group.sort((a, b) => rank(a) - rank(b));
    return group;
  });
  return sorted.sort((a, b) => rank(a[0]) - rank(b[0]));
}

function rank(entry: Entry | undefined): number {
  const { view, tag } = entry ?? {};
  if (view === undefined) return 0;
  const special = view.groups.length > 0 || view.version !== undefined ? 4 : 0;
  return (
    special +
    (view.binary !== undefined ? 2 : 0) +
    (view.direction === 'input' ? 1 : 0) +
    (tag === undefined ? 0 : 8)
  );
}

/** What tells a component from another one of its class; each is said only where there is such another. */
const QUALIFIERS: readonly {
  readonly text: (entry: Entry) => string;
  readonly isNeeded: (entry: Entry, other: Entry) => boolean;
}[] = [
  {
    text: () => 'Input',
    isNeeded: (entry, other) =>
      isInput(entry) && !isInput(other) && isForm(entry) === isForm(other) && tagOf(entry) === tagOf(other),
  },
  {
    text: () => 'Form',
    isNeeded: (entry, other) => isForm(entry) && !isForm(other) && tagOf(entry) === tagOf(other),
  },
  {
    text: (entry) => `With${capitalize(tagOf(entry) ?? '')}`,
    isNeeded: (entry, other) => tagOf(entry) !== undefined && tagOf(entry) !== tagOf(other),
  },
  {
    text: ({ tag }) => `As${tag?.otherwise ? 'Other' : (tag?.values ?? []).map(capitalize).join('Or')}`,
    isNeeded: (entry, other) =>
      tagOf(entry) !== undefined && tagOf(entry) === tagOf(other) && valuesOf(entry) !== valuesOf(other),
  },
];

const isInput = (entry: Entry): boolean => entry.view?.direction === 'input';
const isForm = (entry: Entry): boolean => entry.view?.binary !== undefined;
const tagOf = (entry: Entry): string | undefined => entry.tag?.propertyName;
const valuesOf = ({ tag }: Entry): string => JSON.stringify([tag?.values, tag?.otherwise ?? false]);

function wantedName(entry: Entry, others: readonly Entry[]): string {
  const rivals = others.filter(
    (other) => other.source === entry.source && groupSuffix(other) === groupSuffix(entry),
  );
  const said = QUALIFIERS.filter(({ isNeeded }) => rivals.some((other) => isNeeded(entry, other)));
  return entry.name + said.map(({ text }) => text(entry)).join('') + groupSuffix(entry);
}

/** `.admin`, `.v2`. */
function groupSuffix({ view }: Entry): string {
  if (view === undefined) return '';
  const parts = [...view.groups, ...(view.version === undefined ? [] : [`v${view.version}`])];
  return parts.map((part) => `.${part.replace(/[^a-zA-Z0-9._-]/gu, '_')}`).join('');
}

function freeName(wanted: string, taken: ReadonlyMap<string, Entry>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}${number}`)) number++;
  return `${wanted}${number}`;
}

function reportClash(
  entry: Entry,
  wanted: string,
  name: string,
  taken: ReadonlyMap<string, Entry>,
  report: Report,
): void {
  const first = taken.get(wanted);
  report({
    code: 'name-clash',
    severity: 'warning',
    place: entry.place,
    message: `"${wanted}" is the name of two components, the first one from ${first?.place ?? 'elsewhere'}; this one is called "${name}". Settle it with @Model({ name }) or @Enum(…, { name }).`,
  });
}

function capitalize(text: string): string {
  const legal = text.replace(/[^a-zA-Z0-9]/gu, '');
  return legal.charAt(0).toUpperCase() + legal.slice(1);
}
