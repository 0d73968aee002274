import type { Collector, Finding, ValueSite } from '../collector.js';
import { fieldOf, type Cursor } from '../document.js';
import type { Witness } from '../types.js';

export interface Part {
  readonly kind: 'parameter' | 'header' | 'request-body';
  readonly isRequired: boolean;
  readonly place: Cursor;
  readonly site: ValueSite;
  readonly label: string;
}

type Add = (finding: Finding) => void;

export function isRequired(place: Cursor): boolean {
  return fieldOf(place, 'required') === true;
}

export function comparePresence(
  old: Part | undefined,
  current: Part | undefined,
  collector: Collector,
): Add | undefined {
  if (current === undefined || old === undefined) {
    if (old !== undefined) reportLone('removed', old, collector);
    if (current !== undefined) reportLone('added', current, collector);
    return undefined;
  }
  const add: Add = (finding) => {
    collector.add({ ...current.site, pointer: current.place.pointer }, finding);
  };
  compareFlags(old, current, add);
  return add;
}

function compareFlags(old: Part, current: Part, add: Add): void {
  const { isRequired: needs, label, kind } = current;
  if (old.isRequired !== needs)
    add({
      rule: `${kind}-became-${needs ? 'required' : 'optional'}`,
      message: `The ${label} became ${needs ? 'required' : 'optional'}.`,
      witness: absenceOf(current),
    });
  const [was, is] = [old, current].map(({ place }) => fieldOf(place, 'deprecated') === true);
  if (was !== is)
    add({
      rule: is === true ? 'parameter-deprecated' : 'parameter-undeprecated',
      message: `The ${label} ${is === true ? 'was' : 'is no longer'} deprecated.`,
    });
}

function reportLone(change: 'added' | 'removed', part: Part, collector: Collector): void {
  const { isRequired: needs, place, label, site, kind } = part;
  const mayBreak = site.direction === (change === 'added' ? 'request' : 'response');
  const needOfNew = needs ? 'required ' : 'optional ';
  const need = change === 'removed' ? '' : needOfNew;
  collector.add(
    { ...site, pointer: place.pointer },
    {
      rule: `${kind}-${change}`,
      message: `The ${need}${label} was ${change}.`,
      reason: 'It may still be sent: the document does not define whether it is ignored or refused.',
      witness: absenceOf(part),
      ...(mayBreak && { verdict: needs ? 'breaking' : 'compatible' }),
      ...(change === 'removed' && collector.sunsetOf(place)),
    },
  );
}

function absenceOf({ site: { message, where, direction } }: Part): Witness {
  const reason =
    direction === 'request'
      ? 'The old document accepts a message without it, the new one refuses it.'
      : 'The new document allows a message without it, the old one ruled that out.';
  return { message, in: where, reason };
}
