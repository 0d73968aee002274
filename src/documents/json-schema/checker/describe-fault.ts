import { pointerTo } from '../../../shared/json-pointer.js';
import type { SchemaFault } from './assertion.js';

/**
 * Returns a fault as a sentence: `#/lines/0/sku must be a
 * string, not null`, or `it must be …` for the value itself.
 */
export function describeFault({ path, message }: Pick<SchemaFault, 'path' | 'message'>): string {
  return path.length === 0 ? `it ${message}` : `${pointerTo(path)} ${message}`;
}
