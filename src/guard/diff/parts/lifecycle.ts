import { sameJson } from '../../../documents/json-schema/canonical.js';
import type { Collector, Finding, Site } from '../collector.js';
import { fieldOf, sayJson, type Cursor } from '../document.js';

/** What says how long an operation stays, what it is called and what it is for. */
export function compareLifecycle(
  old: Cursor,
  current: Cursor,
  collector: Collector,
  { operation, isWebhook }: Site,
): void {
  const add = (finding: Pick<Finding, 'rule' | 'verdict' | 'message' | 'reason'>): void => {
    collector.add(operation, {
      ...finding,
      direction: 'both',
      part: isWebhook ? 'webhook' : 'operation',
      pointer: current.pointer,
      where: isWebhook ? 'webhook' : 'operation',
    });
  };
  const [was, is] = [fieldOf(old, 'deprecated') === true, fieldOf(current, 'deprecated') === true];
  const sunset = fieldOf(current, 'x-sunset');
  if (was !== is)
    add({
      rule: is ? 'operation-deprecated' : 'operation-undeprecated',
      verdict: 'compatible',
      message: `It ${is ? 'was' : 'is no longer'} deprecated${is && typeof sunset === 'string' ? `, with sunset ${sunset}` : ''}.`,
    });
  else if (is) compareSunset(fieldOf(old, 'x-sunset'), sunset, add);
  compareOperationId(fieldOf(old, 'operationId'), fieldOf(current, 'operationId'), add);
  const texts = ['summary', 'description', 'tags', 'externalDocs'].filter(
    (field) => !sameJson(fieldOf(old, field), fieldOf(current, field)),
  );
  if (texts.length > 0)
    add({
      rule: 'operation-documentation-changed',
      verdict: 'compatible',
      message: `${texts.join(', ')} changed.`,
    });
}

type Add = (finding: Pick<Finding, 'rule' | 'verdict' | 'message' | 'reason'>) => void;

function compareSunset(before: unknown, after: unknown, add: Add): void {
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

function compareOperationId(before: unknown, after: unknown, add: Add): void {
  if (before === after) return;
  const message = `operationId was ${sayJson(before)} and is ${sayJson(after)}.`;
  if (before === undefined) add({ rule: 'operation-id-added', verdict: 'compatible', message });
  else
    add({
      rule: 'operation-id-changed',
      verdict: 'unclear',
      message,
      reason: 'Requests and responses are the same, but the names in generated clients are made of it.',
    });
}
