import type { View } from '../../../documents/model/types.js';
import { resolveValidation } from '../../../documents/model/validation-options.js';
import type { Fault } from '../../../operations/reader/faults.js';
import { createTypeReader } from '../../../operations/reader/type-reader.js';
import { findExcess } from '../../../operations/reader/value-limits.js';
import type { Constructor } from '../../../shared/types.js';
import type { Violation } from '../errors.js';
import { WebhookRefusedError } from './webhook-refused-error.js';

/** Returns a validated instance of an event's class. It throws WebhookRefusedError for another value. */
export type ReadEvent = (data: unknown) => Promise<unknown>;

/** Creates the reader of an event: the reader of operations, in the view of what another service sends. */
export function eventReader(type: Constructor, nullableOptional: boolean): ReadEvent {
  // A class without rules is valid.
  const validation = resolveValidation({ forbidUnknownValues: false, openConversions: true });
  const view: View = { direction: 'input', groups: [], version: undefined, received: true };
  const read = createTypeReader(type, { view, validation, nullableOptional });
  return async (data) => {
    const excess = findExcess(data);
    if (excess !== undefined) throw refuse(excess);
    const reading = await read(data);
    if (reading.faults === undefined) return reading.value;
    throw invalid(reading.faults);
  };
}

function invalid(faults: readonly Fault[]): WebhookRefusedError {
  const rules = new Map<string, string[]>();
  for (const { path, rule = 'valid' } of faults) {
    const place = placeOf(path);
    rules.set(place, [...(rules.get(place) ?? []), rule]);
  }
  const violations: Violation[] = [...rules].map(([path, names]) => ({ path, rules: names.sort() }));
  const listed = violations.map(({ path, rules: names }) => `${path || 'the event'} (${names.join(', ')})`);
  return refuse(`${listed.join('; ')}.`, violations);
}

function refuse(problem: string, violations: readonly Violation[] = []): WebhookRefusedError {
  return new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', `Invalid event: ${problem}`, violations);
}

/** Returns a place as violations have it: `lines[0].sku`. */
function placeOf(path: readonly string[]): string {
  return path.reduce((place, key) => {
    if (/^\d+$/.test(key)) return `${place}[${key}]`;
    return place === '' ? key : `${place}.${key}`;
  }, '');
}
