import type { Report } from '../../shared/diagnostics.js';
import type { Component, Entry, Source } from './registry.js';

/** A component that is to have a name. */
export interface NameRequest {
  readonly component: Component;
  /** The view that names it: the plainest, and of several such the one that was met first. */
  readonly entry: Entry;
  readonly rank: number;
  readonly wanted: string;
}

/**
 * The names that the components of sources ask for, those that choose first coming first: the plainest view of a class is
 * `User`; a request that differs is `UserInput`; groups and versions are `User.admin`, `User.v2`.
 */
export function requestNames(sources: readonly Source[]): NameRequest[] {
  const requests: NameRequest[] = [];
  for (const { components } of sources) {
    const unnamed = components.map((component) => ({ component, ...plainestOf(component.views) }));
    const rivals = unnamed.map(({ entry }) => entry);
    for (const one of unnamed) requests.push({ ...one, wanted: wantedName(one.entry, rivals) });
  }
  return requests.sort((a, b) => a.rank - b.rank);
}

/**
 * Gives a component the name that it asks for, or one like it: two different things never share a name. The second gets a
 * number and a diagnostic. Names of ours give way without a word: `CurrencyCode` is `StandardCurrencyCode` beside an
 * application's own.
 */
export function giveName(
  { entry, wanted }: NameRequest,
  taken: ReadonlyMap<string, Entry>,
  report: Report,
): string {
  const own = entry.isOurs && taken.has(wanted) ? `Standard${wanted}` : wanted;
  const name = freeName(own, taken);
  if (name !== wanted && !entry.isOurs) reportClash(entry, wanted, name, taken, report);
  return name;
}

function plainestOf(views: readonly Entry[]): Pick<NameRequest, 'entry' | 'rank'> {
  const [first, ...others] = views.map((entry) => ({ entry, rank: rankOf(entry) })) as [Ranked, ...Ranked[]];
  return others.reduce((plainest, one) => (one.rank < plainest.rank ? one : plainest), first);
}

type Ranked = Pick<NameRequest, 'entry' | 'rank'>;

/** Names that were given choose first, then plain views, ours last; otherwise the order of first use holds. */
function rankOf({ view, branch, isGiven, isOurs }: Entry): number {
  const isSpecial = view !== undefined && (view.groups.length > 0 || view.version !== undefined);
  return (
    (isOurs ? 32 : 0) +
    (isGiven ? 0 : 16) +
    (branch === undefined ? 0 : 8) +
    (isSpecial ? 4 : 0) +
    (view?.binary === undefined ? 0 : 2) +
    (view?.validation === undefined && view?.exposure === undefined ? 0 : 0.5) +
    (view?.direction === 'input' ? 1 : 0)
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
      isInput(entry) &&
      !isInput(other) &&
      isForm(entry) === isForm(other) &&
      discriminatorOf(entry) === discriminatorOf(other),
  },
  {
    text: () => 'Form',
    isNeeded: (entry, other) =>
      isForm(entry) && !isForm(other) && discriminatorOf(entry) === discriminatorOf(other),
  },
  {
    text: (entry) => `With${capitalize(discriminatorOf(entry) ?? '')}`,
    isNeeded: (entry, other) =>
      discriminatorOf(entry) !== undefined && discriminatorOf(entry) !== discriminatorOf(other),
  },
  {
    text: ({ branch }) => `As${(branch?.values ?? []).map(capitalize).join('Or')}`,
    isNeeded: (entry, other) =>
      discriminatorOf(entry) !== undefined &&
      discriminatorOf(entry) === discriminatorOf(other) &&
      valuesOf(entry) !== valuesOf(other),
  },
];

const isInput = (entry: Entry): boolean => entry.view?.direction === 'input';
const isForm = (entry: Entry): boolean => entry.view?.binary !== undefined;
const discriminatorOf = (entry: Entry): string | undefined => entry.branch?.propertyName;
const valuesOf = ({ branch }: Entry): string => JSON.stringify(branch?.values);

function wantedName(entry: Entry, others: readonly Entry[]): string {
  const suffix = groupSuffix(entry);
  if (others.length < 2) return entry.name + suffix;
  const rivals = others.filter((other) => other !== entry && groupSuffix(other) === suffix);
  const qualifiers = QUALIFIERS.filter(({ isNeeded }) => rivals.some((other) => isNeeded(entry, other)));
  return entry.name + qualifiers.map(({ text }) => text(entry)).join('') + suffix;
}

/** `.admin`, `.v2`. */
function groupSuffix({ view }: Entry): string {
  if (view === undefined || (view.groups.length === 0 && view.version === undefined)) return '';
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
  // Two views of one class, such as bodies under different pipes, that no other name could tell apart.
  if (typeof entry.source === 'function' && first?.source === entry.source) return;
  report({
    code: 'name-clash',
    place: entry.place,
    message: `The component name "${wanted}" is already used by ${first?.place ?? 'another one'}, so this one is called "${name}". Give one of them a name: @Model({ name: '…' }) or @Enum(…, { name: '…' }).`,
  });
}

function capitalize(text: string): string {
  const legal = text.replace(/[^a-zA-Z0-9]/gu, '');
  return legal.charAt(0).toUpperCase() + legal.slice(1);
}
