import { opposite, type Collector, type Finding, type Site } from '../collector.js';
import type { Cursor, SpecDocument } from '../document.js';
import { compareContent, contentOf } from './content.js';
import { compareHeaders } from './headers.js';

type Responses = ReadonlyMap<string, Cursor>;

/** The responses by status: each is compared with what stood for its status, be it a range or the default. */
export function compareResponses(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const before = responsesOf(collector.old, old);
  const after = responsesOf(collector.new, current);
  for (const [status, response] of before) {
    const match = coveredBy(status, after);
    if (match === undefined) reportRemoved(status, response, after, collector, site);
    else compareResponse(status, response, match, collector, site);
  }
  for (const [status, response] of after) {
    if (before.has(status)) continue;
    const match = coveredBy(status, before);
    if (match === undefined) reportAdded(status, response, collector, site);
    else compareResponse(status, match, response, collector, site);
  }
}

function responsesOf(document: SpecDocument, operation: Cursor): Responses {
  return new Map(
    document
      .entries(document.child(operation, 'responses'))
      .map(([status, response]) => [status.toUpperCase(), response]),
  );
}

/** OpenAPI 3.1, 4.8.16.2: a status comes before its range, and that before the default. */
function coveredBy(status: string, responses: Responses): Cursor | undefined {
  return responses.get(status) ?? responses.get(`${status.charAt(0)}XX`) ?? responses.get('DEFAULT');
}

function compareResponse(
  status: string,
  old: Cursor,
  current: Cursor,
  collector: Collector,
  site: Site,
): void {
  const direction = opposite(site.direction);
  const message = `${site.operation} -> ${status.toLowerCase()}`;
  const where = `response ${status.toLowerCase()}`;
  const [before, after] = [contentOf(collector.old, old), contentOf(collector.new, current)];
  const add = (
    finding: Pick<Finding, 'rule' | 'verdict' | 'message' | 'reason' | 'witness'>,
    pointer: string,
  ): void => {
    collector.add(site.operation, { ...finding, direction, part: 'response-body', pointer, where });
  };
  compareHeaders(old, current, collector, site, { direction, message, where });
  compareLinks(old, current, collector, add);
  if (before.size > 0 && after.size === 0)
    add(
      {
        rule: 'response-body-removed',
        verdict: direction === 'response' ? 'breaking' : 'unclear',
        message: 'The response has no body any more.',
        reason: 'A body may be sent still.',
        witness:
          direction === 'response'
            ? {
                message,
                in: `${where} body`,
                reason: 'The new document answers without a body, the old one promised one.',
              }
            : undefined,
      },
      current.pointer,
    );
  else if (before.size === 0 && after.size > 0)
    add(
      {
        rule: 'response-body-added',
        verdict: direction === 'response' ? 'compatible' : 'unclear',
        message: 'The response has a body now.',
        reason: 'Whether an answer without a body is accepted still is not said.',
      },
      current.pointer,
    );
  else
    compareContent(old, current, collector, site, {
      direction,
      part: 'response-body',
      where: `${where} body`,
      message,
      isNegotiated: direction === 'response',
    });
}

function compareLinks(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  add: (finding: Pick<Finding, 'rule' | 'verdict' | 'message' | 'reason'>, pointer: string) => void,
): void {
  const linksOf = (document: SpecDocument, response: Cursor): Map<string, Cursor> =>
    new Map(document.entries(document.child(response, 'links')));
  const [before, after] = [linksOf(collector.old, old), linksOf(collector.new, current)];
  for (const [name, { pointer }] of before)
    if (!after.has(name))
      add(
        {
          rule: 'link-removed',
          verdict: 'unclear',
          message: `The link ${name} was removed.`,
          reason: 'The answer is the same, but clients that follow the link do not find it.',
        },
        pointer,
      );
  for (const [name, { pointer }] of after)
    if (!before.has(name))
      add({ rule: 'link-added', verdict: 'compatible', message: `The link ${name} was added.` }, pointer);
}

/**
 * OpenAPI 3.1, 4.8.16: a document "is expected to cover a successful operation response and any known errors", so that
 * an error may come that it does not name, and a success not.
 */
function reportAdded(status: string, { pointer }: Cursor, collector: Collector, site: Site): void {
  const direction = opposite(site.direction);
  const isError = /^[45]/.test(status);
  const isBreaking = direction === 'response' && !isError && status !== 'DEFAULT';
  const name = status.toLowerCase();
  collector.add(site.operation, {
    rule: 'response-added',
    verdict: isBreaking ? 'breaking' : 'compatible',
    direction,
    part: 'response',
    pointer,
    where: `response ${name}`,
    message: `The response ${name} was added.`,
    witness: isBreaking
      ? {
          message: `${site.operation} -> ${name.replace(/xx$/, '00')}`,
          reason: 'The new document answers so, the old one names no such success.',
        }
      : undefined,
  });
}

function reportRemoved(
  status: string,
  { pointer }: Cursor,
  after: Responses,
  collector: Collector,
  site: Site,
): void {
  const direction = opposite(site.direction);
  const isSuccess = /^[23]/.test(status);
  const isLeft = [...after.keys()].some((other) => other.startsWith(status.charAt(0)));
  const isAnswer = direction === 'response';
  const name = status.toLowerCase();
  const verdict = !isAnswer ? 'breaking' : !isSuccess ? 'compatible' : isLeft ? 'unclear' : 'breaking';
  collector.add(site.operation, {
    rule: 'response-removed',
    verdict,
    direction,
    part: 'response',
    pointer,
    where: `response ${name}`,
    message: `The response ${name} was removed.`,
    reason: 'Clients that were made for this answer get another one.',
    witness:
      verdict === 'breaking'
        ? {
            message: `${site.operation} -> ${name}`,
            reason: isAnswer
              ? 'The old document answers so, the new one never succeeds so.'
              : 'The old document takes this answer, the new one does not.',
          }
        : undefined,
  });
}
