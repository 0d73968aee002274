import { absence, type Collector, type ValueSite } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import { compareValue } from './value.js';

export function compareHeaders(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  response: ValueSite,
): void {
  const [before, after] = [headersOf(collector.old, old), headersOf(collector.new, current)];
  const siteOf = (name: string): ValueSite => ({
    ...response,
    part: 'header',
    where: `${response.where} header ${name}`,
  });
  for (const [name, header] of before) {
    const match = after.get(name);
    if (match === undefined) reportLone('removed', name, header, collector, siteOf(name));
    else compareHeader(name, header, match, collector, siteOf(name));
  }
  for (const [name, header] of after)
    if (!before.has(name)) reportLone('added', name, header, collector, siteOf(name));
}

function headersOf(document: SpecDocument, response: Cursor): ReadonlyMap<string, Cursor> {
  return new Map(
    document
      .entries(document.child(response, 'headers'))
      .map(([name, header]): [string, Cursor] => [name.toLowerCase(), header])
      // OpenAPI 3.1, 4.8.17.1: "If a response header is defined with the name Content-Type, it SHALL be ignored."
      .filter(([name]) => name !== 'content-type'),
  );
}

function reportLone(
  change: 'added' | 'removed',
  name: string,
  header: Cursor,
  collector: Collector,
  site: ValueSite,
): void {
  const isBreaking = isRequired(header) && site.direction === (change === 'added' ? 'request' : 'response');
  collector.add(
    { ...site, pointer: header.pointer },
    {
      rule: `header-${change}`,
      verdict: isBreaking ? 'breaking' : 'compatible',
      message: `The header ${name} was ${change}.`,
      witness: absenceOf(site),
      ...(change === 'removed' && collector.sunsetOf(header)),
    },
  );
}

function compareHeader(
  name: string,
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: ValueSite,
): void {
  const place = { ...site, pointer: current.pointer };
  if (isRequired(old) !== isRequired(current))
    collector.add(place, {
      rule: isRequired(current) ? 'header-became-required' : 'header-became-optional',
      message: `The header ${name} became ${isRequired(current) ? 'required' : 'optional'}.`,
      witness: absenceOf(site),
    });
  const isDeprecated = fieldOf(current, 'deprecated') === true;
  if ((fieldOf(old, 'deprecated') === true) !== isDeprecated)
    collector.add(place, {
      rule: isDeprecated ? 'parameter-deprecated' : 'parameter-undeprecated',
      message: `The header ${name} ${isDeprecated ? 'was' : 'is no longer'} deprecated.`,
    });
  compareValue(old, current, collector, { ...site, name, in: 'header' });
}

function absenceOf({ message, where, direction }: ValueSite): ReturnType<typeof absence> {
  return absence(message, where, direction, 'an answer');
}

function isRequired(header: Cursor): boolean {
  return fieldOf(header, 'required') === true;
}
