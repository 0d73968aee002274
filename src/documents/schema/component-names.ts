import type { Report } from '../../shared/diagnostics.js';
import type { Component, Entry, Source } from './registry.js';

export interface NameRequest {
  readonly component: Component;
  readonly entry: Entry;
  readonly rank: number;
  readonly wanted: string;
}

/**
 * Returns the name that each component requests, by priority. A response is `User`, a different request
 * `UserInput`, and views with groups or versions are `User.admin` and `User.v2`.
 */
export function requestNames(sources: readonly Source[]): NameRequest[] {
  const requests: NameRequest[] = [];
  for (const { components, listed } of sources) {
    const chosen = components.map((component) => ({ component, entry: plainestOf(component.views, listed) }));
    const rivals = chosen.map(({ entry }) => entry);
    for (const { component, entry } of chosen)
      requests.push({ component, entry, rank: rankOf(entry), wanted: wantedName(entry, rivals) });
  }
  return requests.sort((a, b) => a.rank - b.rank);
}

/**
 * Returns a free name for a component. If a name is taken, it adds a number and reports a diagnostic.
 * dtospec's own components change their name without one: `CurrencyCode` becomes `StandardCurrencyCode`.
 */
export function giveName(
  { entry, wanted }: NameRequest,
  taken: ReadonlyMap<string, Entry>,
  report: Report,
): string {
  const own = entry.isOurs && taken.has(wanted) ? `Standard${wanted}` : wanted;
  const name = taken.has(own) ? freeName(own, taken) : own;
  if (name !== wanted && !entry.isOurs) reportClash(entry, wanted, name, taken, report);
  return name;
}

/**
 * Returns the name as client generators compare it. They write types without punctuation, and some compare
 * file names without regard to case.
 */
export function foldName(name: string): string {
  return name.replace(/[._-]/gu, '').toLowerCase();
}

/** Reports a component that generated clients may call the same as another one. */
export function reportFolded({ entry }: NameRequest, name: string, other: string, report: Report): void {
  const detail = `${name} and ${other}`;
  report({
    code: 'name-clash',
    place: entry.place,
    message: `Generated clients may have one type for ${detail}, since generators leave out punctuation and case. Give one of them another name: @Model({ name: '…' }) or @Enum(…, { name: '…' }).`,
    detail,
  });
}

/** Generic types of TypeScript, and types of `fetch`, by which generated clients refer to the global ones. */
const GLOBAL_TYPES: ReadonlySet<string> = new Set([
  'Array',
  'Exclude',
  'Extract',
  'Headers',
  'NonNullable',
  'Omit',
  'Partial',
  'Pick',
  'Promise',
  'Readonly',
  'Record',
  'Required',
  'Response',
]);

/** Notes a component whose type hides a global one in generated clients. */
export function noteGlobalName({ entry }: NameRequest, name: string, report: Report): void {
  if (!GLOBAL_TYPES.has(name)) return;
  report({
    code: 'global-type-name',
    place: entry.place,
    message: `Generated clients may have a type ${name} that hides the global one, so they do not compile, or have any for it. Give the component another name: @Model({ name: '…' }) or @Enum(…, { name: '…' }).`,
    detail: name,
  });
}

/** A class as minifiers write it: without a blank before the brace. */
const MINIFIED = /^class(?: [\w$]+)?(?: extends [^\s{]+)?\{/;

/** A name that minifiers give. `Id` and `Tag` may be those of the source. */
const MINIFIED_NAME = /^(?![A-Z][a-z]+$)[\w$]{1,3}$/;

/** A name that Parcel gives: a hash of the module, and a hash or name of the class. */
const PARCEL_NAME = /^[$_][0-9a-f]{16}[$_](?:export|var)[$_]/;

/** Reports a component that has the name of a class which a minifier has renamed. */
export function reportMinifiedName({ entry }: NameRequest, name: string, report: Report): void {
  const { source, isGiven, place } = entry;
  if (isGiven || typeof source !== 'function' || !isMinified(entry.name, source)) return;
  report({
    code: 'minified-name',
    place,
    message: `A minifier has renamed this class, so its component changes its name with each build, and generated clients with it: ${name}. Keep class names (keepNames of esbuild and Rolldown, keep_classnames of terser), or add @Model({ name: 'User' }).`,
    detail: name,
  });
}

function isMinified(name: string, source: object): boolean {
  if (PARCEL_NAME.test(name)) return true;
  return MINIFIED_NAME.test(name) && MINIFIED.test(Function.prototype.toString.call(source));
}

function plainestOf(views: readonly Entry[], listed: ReadonlySet<Entry>): Entry {
  const used = listed.size === 0 ? views : views.filter((view) => !listed.has(view));
  const [first, ...others] = (used.length > 0 ? used : views) as [Entry, ...Entry[]];
  let plainest = first;
  for (const view of others) if (rankOf(view) < rankOf(plainest)) plainest = view;
  return plainest;
}

/** Peculiarities that make a view less plain, the most important first. */
const PECULIARITIES: readonly ((entry: Entry) => boolean)[] = [
  ({ isOurs }) => isOurs === true,
  ({ isGiven }) => !isGiven,
  ({ branch }) => branch !== undefined,
  ({ view }) => view !== undefined && (view.groups.length > 0 || view.version !== undefined),
  ({ view }) => view?.binary !== undefined,
  ({ view }) => view?.direction === 'input',
  ({ view }) => view?.validation !== undefined || view?.exposure !== undefined,
];

/** Returns a higher number for a view that has a more important peculiarity. */
function rankOf(entry: Entry): number {
  return PECULIARITIES.reduce((rank, has) => rank * 2 + Number(has(entry)), 0);
}

/** Suffixes of names, added only if components of one class need different names. */
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
    text: ({ branch }) => `As${(branch?.values ?? []).map((value) => capitalize(String(value))).join('Or')}`,
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

function groupSuffix({ view }: Entry): string {
  if (view === undefined || (view.groups.length === 0 && view.version === undefined)) return '';
  const parts = [...view.groups, ...(view.version === undefined ? [] : [`v${view.version}`])];
  return parts.map((part) => `.${part.replace(/[^a-zA-Z0-9._-]/gu, '_')}`).join('');
}

function freeName(wanted: string, taken: ReadonlyMap<string, Entry>): string {
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
  // Two views of one class, such as bodies under different pipes, which no other suffix distinguishes.
  if (typeof entry.source === 'function' && first?.source === entry.source) return;
  const detail = `${name} (${wanted} is that of ${first?.place ?? 'another one'})`;
  report({
    code: 'name-clash',
    place: entry.place,
    message: `Another class or enum has the same component name, so this one is called ${detail}. Give one of them a name: @Model({ name: '…' }) or @Enum(…, { name: '…' }).`,
    detail,
  });
}

function capitalize(text: string): string {
  const legal = text.replace(/[^a-zA-Z0-9]/gu, '');
  return legal.charAt(0).toUpperCase() + legal.slice(1);
}
