import { emitWarning, isProduction } from '../../shared/runtime.js';
import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { classOf } from '../../serialize/plan.js';
import type { MessageSnapshot } from './message.js';

/** Warns, outside production and once for each class and for plain values, of JSON that is sent without an event. */
export function warnOfNameless({ event, expectsEvent, instances }: MessageSnapshot): void {
  if (event !== undefined || !expectsEvent || isProduction()) return;
  const root = instances.find(({ path }) => path === '' || /^\[\d+\]$/.test(path));
  if (!root) warnOnce(Object, plainMessage);
  else if (classAnnotationsOf(classOf(root.value)).webhook === undefined)
    warnOnce(classOf(root.value), classMessage);
}

const warned = new WeakSet<object>();

function warnOnce(target: { readonly name: string }, message: (name: string) => string): void {
  if (warned.has(target)) return;
  warned.add(target);
  emitWarning(`${message(target.name)} ${INTENDED}`, {
    type: 'WebhookWarning',
    code: 'DTOSPEC_WEBHOOK_WITHOUT_EVENT',
  });
}

const INTENDED = 'If this is intended, write setJSON(body, { event: false }).';

function plainMessage(): string {
  return "A webhook is sent as a plain value: without validation and without an event's name, which endpoints filter by. Send an instance of a class with @Webhook('order.shipped').";
}

function classMessage(name: string): string {
  return `A webhook is sent as ${name}, which has no event's name, so endpoints cannot filter by it. Add @Webhook('order.shipped') to ${name}, or call setEvent('order.shipped') on the message.`;
}
