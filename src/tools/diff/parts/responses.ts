import { opposite, type Collector, type Place, type Site, type ValueSite } from '../collector.js';
import type { Cursor, SpecDocument } from '../document.js';
import { compareContent, contentOf } from './body.js';
import { compareHeaders } from './parameters.js';

type Responses = ReadonlyMap<string, Cursor>;

export function compareResponses(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const before = responsesOf(collector.old, old);
  const after = responsesOf(collector.new, current);
  for (const [status, response] of before) {
    const match = coveredBy(status, after);
    if (match === undefined) reportRemoved(status, response, after, collector, site);
    else compareResponse(response, match, collector, siteOf(status, site));
  }
  for (const [status, response] of after) {
    if (before.has(status)) continue;
    const match = coveredBy(status, before);
    if (match === undefined) reportAdded(status, response, collector, site);
    else compareResponse(match, response, collector, siteOf(status, site));
  }
}

function responsesOf(document: SpecDocument, operation: Cursor): Responses {
  return new Map(
    document
      .fields(document.child(operation, 'responses'))
      .map(([status, response]) => [status.toUpperCase(), response]),
  );
}

/**
 * Returns the response that documents a status: the status itself, then its range, then the default (OpenAPI
 * 3.1, 4.8.16.2).
 */
function coveredBy(status: string, responses: Responses): Cursor | undefined {
  return responses.get(status) ?? responses.get(`${status.charAt(0)}XX`) ?? responses.get('DEFAULT');
}

function siteOf(status: string, { operation, direction }: Site): ValueSite {
  const name = status.toLowerCase();
  return {
    operation,
    direction: opposite(direction),
    part: 'response',
    where: `response ${name}`,
    message: `${operation} -> ${name}`,
  };
}

function compareResponse(old: Cursor, current: Cursor, collector: Collector, site: ValueSite): void {
  const { direction, message, where } = site;
  const before = contentOf(collector.old, old);
  const after = contentOf(collector.new, current);
  const place = { ...site, part: 'response-body', pointer: current.pointer } as const;
  compareHeaders(old, current, collector, site);
  compareLinks(old, current, collector, place);
  if (before.size > 0 && after.size === 0)
    collector.add(place, {
      rule: 'response-body-removed',
      message: 'The response no longer has a body.',
      reason: 'A body may still be sent.',
      witness: {
        message,
        in: `${where} body`,
        reason: 'The new document has a response without a body, the old one promised a body.',
      },
    });
  else if (before.size === 0 && after.size > 0)
    collector.add(place, {
      rule: 'response-body-added',
      verdict: direction === 'response' ? 'compatible' : 'unclear',
      message: 'The response has a body now.',
      reason: 'The document does not define whether a response without a body is still accepted.',
    });
  else
    compareContent(old, current, collector, {
      ...place,
      where: `${where} body`,
      isNegotiated: direction === 'response',
    });
}

function compareLinks(old: Cursor, current: Cursor, collector: Collector, place: Place): void {
  const linksOf = (document: SpecDocument, response: Cursor): Map<string, Cursor> =>
    new Map(document.entries(document.child(response, 'links')));
  const before = linksOf(collector.old, old);
  const after = linksOf(collector.new, current);
  for (const [name, { pointer }] of before)
    if (!after.has(name))
      collector.add(
        { ...place, pointer },
        {
          rule: 'link-removed',
          verdict: 'unclear',
          message: `The link ${name} was removed.`,
          reason: 'The response is the same, but clients that follow the link do not find it.',
        },
      );
  for (const [name, { pointer }] of after)
    if (!before.has(name))
      collector.add({ ...place, pointer }, { rule: 'link-added', message: `The link ${name} was added.` });
}

/**
 * Reports an added response. Only an added success breaks clients: a document "is expected to cover a
 * successful operation response and any known errors" (OpenAPI 3.1, 4.8.16), so undocumented errors are
 * always possible.
 */
function reportAdded(status: string, { pointer }: Cursor, collector: Collector, site: Site): void {
  const place = siteOf(status, site);
  const isError = /^[45]/.test(status);
  const isBreaking = place.direction === 'response' && !isError && status !== 'DEFAULT';
  collector.add(
    { ...place, pointer },
    {
      rule: 'response-added',
      verdict: isBreaking ? 'breaking' : 'compatible',
      message: `The ${place.where} was added.`,
      witness: {
        message: place.message.replace(/xx$/, '00'),
        reason: 'The new document has this response, the old one has no such success.',
      },
    },
  );
}

/** Returns the verdict on a response that the service no longer sends: another success may replace it. */
function verdictOfRemoval(status: string, after: Responses): 'breaking' | 'compatible' | 'unclear' {
  if (!/^[23]/.test(status)) return 'compatible';
  const isReplaced = [...after.keys()].some((other) => other.startsWith(status.charAt(0)));
  return isReplaced ? 'unclear' : 'breaking';
}

function reportRemoved(
  status: string,
  { pointer }: Cursor,
  after: Responses,
  collector: Collector,
  site: Site,
): void {
  const place = siteOf(status, site);
  const isAnswer = place.direction === 'response';
  collector.add(
    { ...place, pointer },
    {
      rule: 'response-removed',
      verdict: isAnswer ? verdictOfRemoval(status, after) : 'breaking',
      message: `The ${place.where} was removed.`,
      reason: 'Clients that expect this response get another one.',
      witness: {
        message: place.message,
        reason: isAnswer
          ? 'The old document has this success, the new one does not.'
          : 'The old document accepts this response, the new one does not.',
      },
    },
  );
}
