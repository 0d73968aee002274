import { lookUp } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';

export type Direction = 'request' | 'response';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/**
 * Returns the `readOnly` or `writeOnly` properties that are absent in messages of a direction. It includes those of
 * subschemas that apply to the same object.
 */
export function hiddenProperties(
  schema: unknown,
  document: unknown,
  direction: Direction,
  followed: readonly string[] = [],
): string[] {
  if (!isRecord(schema)) return [];
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const own = properties.flatMap(([name, property]) =>
    isHidden(property, document, direction, []) ? [name] : [],
  );
  const { parts, inside } = partsOf(schema, document, followed);
  return [...own, ...parts.flatMap((part) => hiddenProperties(part, document, direction, inside))];
}

function isHidden(
  schema: unknown,
  document: unknown,
  direction: Direction,
  followed: readonly string[],
): boolean {
  if (!isRecord(schema)) return false;
  if (schema[FLAGS[direction]] === true) return true;
  const { parts, inside } = partsOf(schema, document, followed);
  return parts.some((part) => isHidden(part, document, direction, inside));
}

function partsOf(
  { $ref, allOf }: Readonly<Record<string, unknown>>,
  document: unknown,
  followed: readonly string[],
): { readonly parts: readonly unknown[]; readonly inside: readonly string[] } {
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  if (typeof $ref !== 'string' || followed.includes($ref)) return { parts, inside: followed };
  return { parts: [...parts, lookUp(document, $ref)], inside: [...followed, $ref] };
}
