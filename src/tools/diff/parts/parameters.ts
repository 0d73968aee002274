import type { Collector, Finding, Site, ValueSite } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import { comparePresence, isRequired, type Part } from './presence.js';
import { compareValue } from './value.js';

interface OperationPlace {
  readonly path: string;
  readonly item: Cursor;
  readonly operation: Cursor;
}

interface Parameter extends Part {
  readonly name: string;
  readonly in: string;
}

type Parameters = ReadonlyMap<string, Parameter>;

export function compareParameters(
  old: OperationPlace,
  current: OperationPlace,
  collector: Collector,
  site: Site,
): void {
  const before = parametersOf(collector.old, old, site);
  const after = parametersOf(collector.new, current, site);
  compareAll(before, after, collector, (own, other, add) => {
    const { in: location, name } = other;
    if (location === 'path' && own.name !== name)
      add({
        rule: 'parameter-renamed',
        message: `{${own.name}} is called {${name}} now; the path is the same.`,
      });
    if (location === 'query' && !site.isWebhook) compareEmptyValue(own, other, add);
  });
}

export function compareHeaders(old: Cursor, current: Cursor, collector: Collector, site: ValueSite): void {
  compareAll(headersOf(collector.old, old, site), headersOf(collector.new, current, site), collector);
}

function compareAll(
  before: Parameters,
  after: Parameters,
  collector: Collector,
  compareMore?: (old: Parameter, current: Parameter, add: (finding: Finding) => void) => void,
): void {
  for (const [key, parameter] of before) {
    const match = after.get(key);
    const add = comparePresence(parameter, match, collector);
    if (match === undefined || add === undefined) continue;
    compareMore?.(parameter, match, add);
    const { site, place, name, in: location } = match;
    compareValue(parameter.place, place, collector, { ...site, name, in: location });
  }
  for (const [key, parameter] of after)
    if (!before.has(key)) comparePresence(undefined, parameter, collector);
}

/** Header parameters that OpenAPI ignores (OpenAPI 3.1, 4.8.12.1). */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function parametersOf(
  document: SpecDocument,
  { path, item, operation: holder }: OperationPlace,
  { operation, direction }: Site,
): Parameters {
  const parameters = new Map<string, Parameter>();
  for (const place of [item, holder].flatMap((holder) =>
    document.items(document.child(holder, 'parameters')),
  )) {
    const name = fieldOf(place, 'name');
    const location = fieldOf(place, 'in');
    if (typeof name !== 'string' || typeof location !== 'string') continue;
    if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) continue;
    const label = `${location} parameter ${name}`;
    parameters.set(keyOf(name, location, path), {
      name,
      in: location,
      place,
      label,
      kind: 'parameter',
      isRequired: location === 'path' || isRequired(place),
      site: { operation, direction, part: 'parameter', where: label, message: operation },
    });
  }
  return parameters;
}

function headersOf(document: SpecDocument, response: Cursor, site: ValueSite): Parameters {
  const entries = document
    .entries(document.child(response, 'headers'))
    .map(([name, place]) => [name.toLowerCase(), place] as const)
    // OpenAPI 3.1, 4.8.17.1: "If a response header is defined
    // with the name Content-Type, it SHALL be ignored."
    .filter(([name]) => name !== 'content-type');
  return new Map(
    entries.map(([name, place]) => {
      const label = `header ${name}`;
      const header = { ...site, part: 'header', where: `${site.where} ${label}` } as const;
      const part = { kind: 'header', isRequired: isRequired(place), place, label, site: header } as const;
      return [name, { ...part, name, in: 'header' }];
    }),
  );
}

/**
 * Returns the key of a parameter. For a path parameter it is
 * the position in the path, because its name is not sent.
 */
function keyOf(name: string, location: string, path: string): string {
  if (location !== 'path') return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
  const position = [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, expression]) => expression === name);
  return `path ${position < 0 ? name : position}`;
}

function compareEmptyValue(old: Parameter, current: Parameter, add: (finding: Finding) => void): void {
  const [was, is] = [old, current].map(({ place }) => fieldOf(place, 'allowEmptyValue') === true);
  if (was === is) return;
  const { name, site } = current;
  add({
    rule: 'parameter-empty-value-changed',
    verdict: is === true ? 'compatible' : 'breaking',
    message: `An empty value is ${is === true ? '' : 'no longer '}allowed.`,
    witness: {
      message: `${site.operation}?${name}=`,
      in: site.where,
      value: '',
      reason: 'The old document accepts an empty value, the new one refuses it.',
    },
  });
}
