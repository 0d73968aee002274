import type { Report } from '../../shared/diagnostics.js';
import { isRecord } from '../../shared/values.js';
import type { ClassFacts } from './class-facts.js';
import type { PropertyModel } from './types.js';

/**
 * Reports a class whose `toJSON` leaves out members that its decorators document and operations send: what
 * `response.json()` did not send before, such as a password, is sent now.
 */
export function checkToJson(
  { target, name, properties }: ClassFacts,
  documented: readonly PropertyModel[],
  report: Report,
): void {
  const fields = documented.filter(({ key }) => properties.get(key)?.accessor === undefined);
  const json = jsonOf(target.prototype as object, fields);
  if (json === undefined) return;
  const missing = fields.filter((field) => !(field.key in json) && !(field.name in json));
  // The toJSON of an ORM may read none of the fields of this instance.
  if (missing.length === 0 || missing.length === fields.length) return;
  const keys = missing.map(({ key }) => key).join(', ');
  report({
    code: 'to-json-not-called',
    place: name,
    message:
      `Its toJSON leaves out ${keys}, which its decorators document. Operations do not call toJSON, so they send ` +
      'them. Add @Exclude({ toPlainOnly: true }) to what must not be sent.',
  });
}

/** Returns what `toJSON` makes of an instance that has all fields; undefined if there is no telling. */
function jsonOf(prototype: object, fields: readonly PropertyModel[]): object | undefined {
  if (typeof (prototype as { toJSON?: unknown }).toJSON !== 'function') return undefined;
  const instance = Object.create(prototype) as { toJSON: (key: string) => unknown };
  try {
    for (const { key } of fields)
      Object.defineProperty(instance, key, {
        value: 'x',
        writable: true,
        enumerable: true,
        configurable: true,
      });
    const json = instance.toJSON('');
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
