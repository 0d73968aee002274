import { absence, type Collector, type Finding, type Site, type ValueSite } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import { compareValue } from './value.js';

interface OperationPlace {
  readonly path: string;
  readonly item: Cursor;
  readonly operation: Cursor;
}

export function compareParameters(
  old: OperationPlace,
  current: OperationPlace,
  collector: Collector,
  site: Site,
): void {
  const before = parametersOf(collector.old, old);
  const after = parametersOf(collector.new, current);
  for (const [key, parameter] of before) {
    const match = after.get(key);
    if (match === undefined) reportRemoved(parameter, collector, site);
    else compareParameter(parameter, match, collector, site);
  }
  for (const [key, parameter] of after) if (!before.has(key)) reportAdded(parameter, collector, site);
}

interface Parameter {
  readonly key: string;
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly place: Cursor;
}

/** OpenAPI 3.1, 4.8.12.1: header parameters of these names are ignored. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function parametersOf(
  document: SpecDocument,
  { path, item, operation }: OperationPlace,
): Map<string, Parameter> {
  const found = new Map<string, Parameter>();
  for (const holder of [item, operation])
    for (const place of document.items(document.child(holder, 'parameters'))) {
      const parameter = readParameter(place, path);
      if (parameter !== undefined) found.set(parameter.key, parameter);
    }
  return found;
}

function readParameter(place: Cursor, path: string): Parameter | undefined {
  const [name, location] = [fieldOf(place, 'name'), fieldOf(place, 'in')];
  if (typeof name !== 'string' || typeof location !== 'string') return undefined;
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const isRequired = location === 'path' || fieldOf(place, 'required') === true;
  return { key: keyOf(name, location, path), name, in: location, isRequired, place };
}

/** A path parameter is identified by its position in the path, because its name is not sent. */
function keyOf(name: string, location: string, path: string): string {
  if (location !== 'path') return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
  const position = [...path.matchAll(/\{([^{}]*)\}/g)].findIndex(([, expression]) => expression === name);
  return `path ${position < 0 ? name : position}`;
}

function siteOf({ in: location, name }: Parameter, { operation, direction }: Site): ValueSite {
  const where = `${location} parameter ${name}`;
  return { operation, direction, part: 'parameter', where, message: operation };
}

function compareParameter(old: Parameter, current: Parameter, collector: Collector, site: Site): void {
  const { name, in: location, isRequired, place } = current;
  const value = siteOf(current, site);
  const add = (finding: Finding): void => {
    collector.add({ ...value, pointer: place.pointer }, finding);
  };
  if (location === 'path' && old.name !== name)
    add({
      rule: 'parameter-renamed',
      message: `{${old.name}} is called {${name}} now; the path is the same.`,
    });
  if (old.isRequired !== isRequired)
    add({
      rule: isRequired ? 'parameter-became-required' : 'parameter-became-optional',
      message: `The ${location} parameter ${name} became ${isRequired ? 'required' : 'optional'}.`,
      witness: absence(value.message, value.where, value.direction),
    });
  const [was, is] = [old, current].map((one) => fieldOf(one.place, 'deprecated') === true);
  if (was !== is)
    add({
      rule: is === true ? 'parameter-deprecated' : 'parameter-undeprecated',
      message: `It ${is === true ? 'was' : 'is no longer'} deprecated.`,
    });
  if (location === 'query' && !site.isWebhook) compareEmptyValue(old, current, value, add);
  compareValue(old.place, place, collector, { ...value, name, in: location });
}

function compareEmptyValue(
  old: Parameter,
  current: Parameter,
  { operation, where }: ValueSite,
  add: (finding: Finding) => void,
): void {
  const [was, is] = [old, current].map(({ place }) => fieldOf(place, 'allowEmptyValue') === true);
  if (was === is) return;
  add({
    rule: 'parameter-empty-value-changed',
    verdict: is === true ? 'compatible' : 'breaking',
    message: `An empty value is ${is === true ? '' : 'no longer '}allowed.`,
    witness: {
      message: `${operation}?${current.name}=`,
      in: where,
      value: '',
      reason: 'The old document accepts an empty value, the new one refuses it.',
    },
  });
}

function reportAdded(parameter: Parameter, collector: Collector, site: Site): void {
  const { message, ...value } = siteOf(parameter, site);
  collector.add(
    { ...value, pointer: parameter.place.pointer },
    {
      rule: 'parameter-added',
      verdict: parameter.isRequired && site.direction === 'request' ? 'breaking' : 'compatible',
      message: `The ${parameter.isRequired ? 'required' : 'optional'} ${value.where} was added.`,
      witness: absence(message, value.where, value.direction),
    },
  );
}

function reportRemoved(parameter: Parameter, collector: Collector, site: Site): void {
  const { message, ...value } = siteOf(parameter, site);
  const ofWebhook = parameter.isRequired ? 'breaking' : 'compatible';
  collector.add(
    { ...value, pointer: parameter.place.pointer },
    {
      rule: 'parameter-removed',
      verdict: site.direction === 'request' ? 'unclear' : ofWebhook,
      message: `The ${value.where} was removed.`,
      reason: 'It may be sent still: nothing says whether it is ignored or refused.',
      witness: absence(message, value.where, value.direction),
      ...collector.sunsetOf(parameter.place),
    },
  );
}
