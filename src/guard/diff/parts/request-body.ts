import type { Collector, Finding, Site } from '../collector.js';
import { fieldOf, type Cursor } from '../document.js';
import { compareContent } from './content.js';
import { absence } from './parameters.js';

/** The body of a request. */
export function compareRequestBody(old: Cursor, current: Cursor, collector: Collector, site: Site): void {
  const [before, after] = [
    collector.old.child(old, 'requestBody'),
    collector.new.child(current, 'requestBody'),
  ];
  const isSent = site.direction === 'request';
  const add = (finding: Omit<Finding, 'direction' | 'part' | 'where' | 'pointer'>, pointer: string): void => {
    collector.add(site.operation, {
      ...finding,
      direction: site.direction,
      part: 'request-body',
      where: 'request body',
      pointer,
    });
  };
  const [was, is] = [isRequired(before), isRequired(after)];
  if (before === undefined && after !== undefined) {
    const isBreaking = is && isSent;
    add(
      {
        rule: 'request-body-added',
        verdict: isBreaking ? 'breaking' : 'compatible',
        message: `${is ? 'A required' : 'An optional'} request body was added.`,
        witness: isBreaking ? absence(site, 'request body') : undefined,
      },
      after.pointer,
    );
  } else if (before !== undefined && after === undefined) {
    add(
      {
        rule: 'request-body-removed',
        verdict: isSent ? 'unclear' : was ? 'breaking' : 'compatible',
        message: 'The request body was removed.',
        reason: 'It may be sent still: nothing says whether it is ignored or refused.',
        witness: !isSent && was ? absence(site, 'request body') : undefined,
      },
      before.pointer,
    );
  } else if (before !== undefined && after !== undefined) {
    if (was !== is) {
      const isBreaking = is === isSent;
      add(
        {
          rule: is ? 'request-body-became-required' : 'request-body-became-optional',
          verdict: isBreaking ? 'breaking' : 'compatible',
          message: `The request body became ${is ? 'required' : 'optional'}.`,
          witness: isBreaking ? absence(site, 'request body') : undefined,
        },
        after.pointer,
      );
    }
    compareContent(before, after, collector, site, {
      direction: site.direction,
      part: 'request-body',
      where: 'request body',
      message: site.operation,
      isNegotiated: false,
    });
  }
}

function isRequired(place: Cursor | undefined): boolean {
  return fieldOf(place, 'required') === true;
}
