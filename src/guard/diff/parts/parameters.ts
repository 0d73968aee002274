import { type Collector, type Finding, type Site } from '../collector.js';
import { fieldOf, type Cursor } from '../document.js';
import { parametersOf, type Parameter } from './parameter-list.js';
import { compareValue } from './value.js';

/** An operation and the path item it stands in. */
interface Place {
  readonly path: string;
  readonly item: Cursor;
  readonly operation: Cursor;
}

/** Parameters in the path, the query, headers and cookies. */
export function compareParameters(old: Place, current: Place, collector: Collector, site: Site): void {
  const before = parametersOf(collector.old, old.path, old.item, old.operation);
  const after = parametersOf(collector.new, current.path, current.item, current.operation);
  for (const [key, parameter] of before) {
    const match = after.get(key);
    if (match === undefined) reportRemoved(parameter, collector, site);
    else compareParameter(parameter, match, collector, site);
  }
  for (const [key, parameter] of after) if (!before.has(key)) reportAdded(parameter, collector, site);
}

function compareParameter(old: Parameter, current: Parameter, collector: Collector, site: Site): void {
  const where = whereOf(current);
  const add = (finding: Omit<Finding, 'direction' | 'part' | 'pointer' | 'where'>): void => {
    collector.add(site.operation, {
      ...finding,
      direction: site.direction,
      part: 'parameter',
      pointer: current.place.pointer,
      where,
    });
  };
  if (old.in === 'path' && old.name !== current.name)
    add({
      rule: 'parameter-renamed',
      verdict: 'compatible',
      message: `{${old.name}} is called {${current.name}} now; the path is the same.`,
    });
  if (old.isRequired !== current.isRequired) addPresence(current, site, add);
  const [was, is] = [old, current].map(({ place }) => fieldOf(place, 'deprecated') === true);
  if (was !== is)
    add({
      rule: is === true ? 'parameter-deprecated' : 'parameter-undeprecated',
      verdict: 'compatible',
      message: `It ${is === true ? 'was' : 'is no longer'} deprecated.`,
    });
  compareEmptyValue(old, current, site, add);
  compareValue(old.place, current.place, collector, site, {
    direction: site.direction,
    part: 'parameter',
    where,
    message: site.operation,
    name: current.name,
    in: current.in,
  });
}

type Add = (finding: Omit<Finding, 'direction' | 'part' | 'pointer' | 'where'>) => void;

/** What became required is missing from old requests; what became optional may be missing from new webhooks. */
function addPresence({ isRequired, name, in: location }: Parameter, site: Site, add: Add): void {
  const isBreaking = isRequired === (site.direction === 'request');
  add({
    rule: isRequired ? 'parameter-became-required' : 'parameter-became-optional',
    verdict: isBreaking ? 'breaking' : 'compatible',
    message: `The ${location} parameter ${name} became ${isRequired ? 'required' : 'optional'}.`,
    witness: isBreaking ? absence(site, `${location} parameter ${name}`) : undefined,
  });
}

function compareEmptyValue(old: Parameter, current: Parameter, site: Site, add: Add): void {
  const [was, is] = [old, current].map(({ place }) => fieldOf(place, 'allowEmptyValue') === true);
  if (was === is || current.in !== 'query' || site.isWebhook) return;
  add({
    rule: 'parameter-empty-value-changed',
    verdict: is === true ? 'compatible' : 'breaking',
    message: `An empty value is ${is === true ? '' : 'no longer '}allowed.`,
    witness:
      is === true
        ? undefined
        : {
            message: `${site.operation}?${current.name}=`,
            in: whereOf(current),
            value: '',
            reason: 'The old document accepts an empty value, the new one refuses it.',
          },
  });
}

function reportAdded(parameter: Parameter, collector: Collector, site: Site): void {
  const isBreaking = parameter.isRequired && site.direction === 'request';
  collector.add(site.operation, {
    rule: 'parameter-added',
    verdict: isBreaking ? 'breaking' : 'compatible',
    direction: site.direction,
    part: 'parameter',
    pointer: parameter.place.pointer,
    where: whereOf(parameter),
    message: `The ${parameter.isRequired ? 'required' : 'optional'} ${parameter.in} parameter ${parameter.name} was added.`,
    witness: isBreaking ? absence(site, whereOf(parameter)) : undefined,
  });
}

function reportRemoved(parameter: Parameter, collector: Collector, site: Site): void {
  const isSent = site.direction === 'request';
  const isBreaking = !isSent && parameter.isRequired;
  collector.add(site.operation, {
    rule: 'parameter-removed',
    verdict: isSent ? 'unclear' : isBreaking ? 'breaking' : 'compatible',
    direction: site.direction,
    part: 'parameter',
    pointer: parameter.place.pointer,
    where: whereOf(parameter),
    message: `The ${parameter.in} parameter ${parameter.name} was removed.`,
    reason: 'It may be sent still: nothing says whether it is ignored or refused.',
    witness: isBreaking ? absence(site, whereOf(parameter)) : undefined,
  });
}

/** A message that leaves something out. */
export function absence(
  site: Site,
  where: string,
  direction = site.direction,
): NonNullable<Finding['witness']> {
  return {
    message: direction === site.direction ? site.operation : `${site.operation} ->`,
    in: where,
    reason:
      direction === 'request'
        ? 'The old document accepts a message without it, the new one refuses it.'
        : 'The new document allows a message without it, the old one ruled that out.',
  };
}

function whereOf({ in: location, name }: Parameter): string {
  return `${location} parameter ${name}`;
}
