import { emitWarning, isProduction } from '../../shared/runtime.js';
import { classAnnotationsOf } from '../../documents/model/annotations.js';
import { classOf } from '../../serialize/plan.js';
import type { MessageSnapshot } from './message.js';

/**
 * Warns, outside production and once for each class and for
 * plain values, of JSON that is sent without an event.
 */
export function warnOfNameless({ event, expectsEvent, instances }: MessageSnapshot): void {
  if (event !== undefined || !expectsEvent) return;
  const root = instances.find(({ path }) => path === '' || /^\[\d+\]$/.test(path));
  if (!root) warnOnce(Object, `${PLAIN} ${INTENDED}`, NAMELESS);
  else if (classAnnotationsOf(classOf(root.value)).webhook === undefined)
    warnOnce(classOf(root.value), `${classMessage(classOf(root.value).name)} ${INTENDED}`, NAMELESS);
}

const warned = new WeakSet<object>();

function warnOnce(target: object, message: string, code: string): void {
  if (warned.has(target) || isProduction()) return;
  warned.add(target);
  emitWarning(message, { type: 'WebhookWarning', code });
}

/** Warns, outside production and once, of a message whose body is missing or is a JSON string of JSON. */
export function warnOfBody({ method, bytes, contentType }: MessageSnapshot): void {
  if (contentType === undefined && WITH_BODY.includes(method))
    warnOnce(NO_BODY, EMPTY, 'DTOSPEC_WEBHOOK_WITHOUT_BODY');
  const isText = contentType === 'application/json' && bytes[0] === QUOTE;
  if (isText && isJsonOfJson(bytes)) warnOnce(JSON, ENCODED, 'DTOSPEC_WEBHOOK_ENCODED_TWICE');
}

const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];
const NO_BODY = {};
const QUOTE = 0x22;

function isJsonOfJson(bytes: Uint8Array): boolean {
  try {
    const text = JSON.parse(new TextDecoder().decode(bytes)) as string;
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const EMPTY =
  "A webhook is sent without a body. Call setJSON(event) on the message, or setRaw('') if this is intended.";

const ENCODED =
  'setJSON() has a text that is JSON already, so receivers get a JSON string. ' +
  'Pass the object itself: setJSON(event).';

const NAMELESS = 'DTOSPEC_WEBHOOK_WITHOUT_EVENT';
const INTENDED = 'If this is intended, write setJSON(body, { event: false }).';

const PLAIN =
  "A webhook is sent as a plain value: without validation and without an event's name, which endpoints filter by. " +
  "Send an instance of a class with @Webhook('order.shipped').";

function classMessage(name: string): string {
  return `A webhook is sent as ${name}, which has no event's name, so endpoints cannot filter by it. Add @Webhook('order.shipped') to ${name}, or call setEvent('order.shipped') on the message.`;
}
