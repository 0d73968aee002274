import type { Collector, Finding, Site } from '../collector.js';
import { fieldOf, type Cursor, type SpecDocument } from '../document.js';
import type { Direction } from '../types.js';
import { compareValue } from './value.js';

/** A response whose headers are compared. */
interface ResponseSite {
  readonly direction: Direction;
  readonly message: string;
  readonly where: string;
}

/** The headers of a response; their names in any case. */
export function compareHeaders(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
  response: ResponseSite,
): void {
  const [before, after] = [headersOf(collector.old, old), headersOf(collector.new, current)];
  for (const [name, header] of before) {
    const match = after.get(name);
    if (match === undefined) reportRemoved(name, header, collector, site, response);
    else compareHeader(name, header, match, collector, site, response);
  }
  for (const [name, header] of after)
    if (!before.has(name)) {
      const isBreaking = isRequired(header) && response.direction === 'request';
      add(name, header, collector, site, response, {
        rule: 'header-added',
        verdict: isBreaking ? 'breaking' : 'compatible',
        message: `The header ${name} was added.`,
        witness: isBreaking ? absence(name, response) : undefined,
      });
    }
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

function compareHeader(
  name: string,
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
  response: ResponseSite,
): void {
  const [was, is] = [isRequired(old), isRequired(current)];
  if (was !== is) {
    const isBreaking = is === (response.direction === 'request');
    add(name, current, collector, site, response, {
      rule: is ? 'header-became-required' : 'header-became-optional',
      verdict: isBreaking ? 'breaking' : 'compatible',
      message: `The header ${name} became ${is ? 'required' : 'optional'}.`,
      witness: isBreaking ? absence(name, response) : undefined,
    });
  }
  if ((fieldOf(old, 'deprecated') === true) !== (fieldOf(current, 'deprecated') === true))
    add(name, current, collector, site, response, {
      rule: fieldOf(current, 'deprecated') === true ? 'parameter-deprecated' : 'parameter-undeprecated',
      verdict: 'compatible',
      message: `The header ${name} ${fieldOf(current, 'deprecated') === true ? 'was' : 'is no longer'} deprecated.`,
    });
  const { direction, message } = response;
  compareValue(old, current, collector, site, {
    direction,
    part: 'header',
    where: `${response.where} header ${name}`,
    message,
    name,
    in: 'header',
  });
}

function reportRemoved(
  name: string,
  header: Cursor,
  collector: Collector,
  site: Site,
  response: ResponseSite,
): void {
  const isBreaking = isRequired(header) && response.direction === 'response';
  add(name, header, collector, site, response, {
    rule: 'header-removed',
    verdict: isBreaking ? 'breaking' : 'compatible',
    message: `The header ${name} was removed.`,
    witness: isBreaking ? absence(name, response) : undefined,
  });
}

function add(
  name: string,
  { pointer }: Cursor,
  collector: Collector,
  { operation }: Site,
  { direction, where }: ResponseSite,
  finding: Pick<Finding, 'rule' | 'verdict' | 'message' | 'witness'>,
): void {
  collector.add(operation, {
    ...finding,
    direction,
    part: 'header',
    pointer,
    where: `${where} header ${name}`,
  });
}

function absence(name: string, { message, where, direction }: ResponseSite): NonNullable<Finding['witness']> {
  return {
    message,
    in: `${where} header ${name}`,
    reason:
      direction === 'response'
        ? 'The new document allows an answer without it, the old one promised it.'
        : 'The old document accepts an answer without it, the new one refuses it.',
  };
}

function isRequired(header: Cursor): boolean {
  return fieldOf(header, 'required') === true;
}
