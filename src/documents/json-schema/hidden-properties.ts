import { lookUp } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';
import type { Schema } from './schema.js';
import { schemaParts } from './schema-parts.js';

export type Direction = 'request' | 'response';

/** The keyword of the properties that messages of a direction do not contain. */
export const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/**
 * Returns the `readOnly` or `writeOnly` properties that are absent in messages of a direction. It includes
 * those of subschemas that apply to the same object.
 */
export function hiddenProperties(schema: unknown, document: unknown, direction: Direction): string[] {
  const resolvedParts = (part: unknown): Schema[] =>
    schemaParts(part, (ref) => lookUp(document, ref) as Schema | undefined, ['allOf']);
  const isHidden = (property: unknown): boolean =>
    resolvedParts(property).some((part) => part[FLAGS[direction]] === true);
  return resolvedParts(schema).flatMap(({ properties }) =>
    isRecord(properties)
      ? Object.entries(properties).flatMap(([name, property]) => (isHidden(property) ? [name] : []))
      : [],
  );
}
