import { body, Docs, response } from '../../../src/index.js';
import type { DiagnosticCode } from '../../../src/shared/diagnostics.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import type { ContractCase } from '../corpus/case.js';

/** Returns whether a diagnostic is about one of the places, such as `Order.items` or `Order`. */
export type IsReported = (places: readonly string[]) => boolean;

/**
 * Reads the diagnostics and notes of a document with a request of the class.
 *
 * @param ignored codes of diagnostics that do not count
 */
export function reportedOf(
  { target, groups }: ContractCase,
  validation: ValidationOptions,
  ignored: readonly DiagnosticCode[],
): IsReported {
  const docs = new Docs({ info: { title: 'Law', version: '1' }, validation });
  docs.add({
    method: 'POST',
    path: '/law',
    requestBody: { ...body(target), ...(groups && { groups: [...groups] }) },
    responses: { 204: response('Taken') },
  });
  const found = docs.diagnostics({ notes: true }).filter(({ code }) => !ignored.includes(code));
  const places = new Set(found.flatMap((one) => one.places));
  return (wanted) => wanted.some((place) => places.has(place));
}
