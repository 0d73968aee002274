import type { Report } from '../diagnostic.js';
import { TypeInputError } from '../model/type-ref.js';
import type { Schema } from '../json-schema/schema.js';

/** A wrong type breaks its own place only: the schema there is open, and a diagnostic says why. */
export function guarded(report: Report, place: string, compile: () => Schema): Schema {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    report({ code: 'invalid-type', severity: 'error', place, message: error.message });
    return {};
  }
}
