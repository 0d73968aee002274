import { sameJson } from 'dtospec/internal';
import type { Collector, Finding, Site } from '../collector.js';
import { fieldOf, sayJson, type Cursor } from '../document.js';

export function compareLifecycle(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  { operation, isWebhook }: Site,
): void {
  const part = isWebhook ? 'webhook' : 'operation';
  const add = (finding: Finding): void => {
    collector.add({ operation, direction: 'both', part, pointer: current.pointer, where: part }, finding);
  };
  const was = fieldOf(old, 'deprecated') === true;
  const is = fieldOf(current, 'deprecated') === true;
  const sunset = fieldOf(current, 'x-sunset');
  if (was !== is)
    add({
      rule: is ? 'operation-deprecated' : 'operation-undeprecated',
      message: `It ${is ? 'was' : 'is no longer'} deprecated${is && typeof sunset === 'string' ? `, with sunset ${sunset}` : ''}.`,
    });
  else if (is) compareSunset(fieldOf(old, 'x-sunset'), sunset, add);
  compareOperationId(fieldOf(old, 'operationId'), fieldOf(current, 'operationId'), add);
  const texts = ['summary', 'description', 'tags', 'externalDocs'].filter(
    (field) => !sameJson(fieldOf(old, field), fieldOf(current, field)),
  );
  if (texts.length > 0)
    add({ rule: 'operation-documentation-changed', message: `${texts.join(', ')} changed.` });
}

function compareSunset(before: unknown, after: unknown, add: (finding: Finding) => void): void {
  if (sameJson(before, after)) return;
  const isLater =
    typeof before === 'string' &&
    (after === undefined || (typeof after === 'string' && Date.parse(after) >= Date.parse(before)));
  add({
    rule: 'sunset-changed',
    verdict: isLater ? 'compatible' : 'unclear',
    message: `x-sunset was ${sayJson(before)} and is ${sayJson(after)}.`,
    reason: 'Clients that planned for the old date may be too late.',
  });
}

function compareOperationId(before: unknown, after: unknown, add: (finding: Finding) => void): void {
  if (before === after) return;
  add({
    rule: before === undefined ? 'operation-id-added' : 'operation-id-changed',
    message: `operationId was ${sayJson(before)} and is ${sayJson(after)}.`,
    reason: 'Requests and responses are the same, but generated clients take names from the operationId.',
  });
}
