import { type Alternatives, type Element, parsePattern } from '../../documents/json-schema/pattern/parse.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';

const MAX_DEPTH = 16;

const TYPES: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean', 'null']);

// Not `date-time`, `time` and `duration`: in ISO 8601, a fraction may have a comma.
const FORMATS: ReadonlySet<string | undefined> = new Set([
  'date',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
  'int64',
  'int32',
]);

/**
 * Returns whether no scalar that a schema accepts contains a comma, so that an encoded comma in a list
 * separates items.
 */
export function excludesComma(schema: Schema, resolve: Resolve, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const inside = (part: Schema | boolean | undefined): boolean =>
    typeof part === 'object' && excludesComma(part, resolve, depth + 1);
  const { $ref, allOf = [], anyOf = [], oneOf = [], type, format, pattern, items, prefixItems = [] } = schema;
  if ($ref !== undefined && inside(resolve($ref))) return true;
  if (allOf.some(inside) || [anyOf, oneOf].some((all) => all.length > 0 && all.every(inside))) return true;
  const listed = 'const' in schema ? [schema.const] : schema.enum;
  if (listed !== undefined) return listed.every((value) => !String(value).includes(','));
  if (type === undefined) return false;
  return [type].flat().every((name) => {
    if (name === 'string') return FORMATS.has(format) || (pattern !== undefined && isWithoutComma(pattern));
    if (name !== 'array') return TYPES.has(name);
    const elements = items === undefined ? prefixItems : [...prefixItems, items];
    return elements.length > 0 && elements.every((element) => element === false || inside(element));
  });
}

function isWithoutComma(pattern: string): boolean {
  try {
    // A boundary is an assertion, too, but leaves the rest of a value open.
    return !/\\b/i.test(pattern) && parsePattern(pattern).every(isWhole);
  } catch {
    return false;
  }
}

/** Returns whether a sequence of elements describes the whole text, and no element takes a comma. */
function isWhole(sequence: Alternatives[number]): boolean {
  const [first, ...others] = sequence;
  const last = others.pop();
  return first?.kind === 'start' && last?.kind === 'assertion' && others.every(takesNoComma);
}

function takesNoComma(element: Element): boolean {
  switch (element.kind) {
    case 'set':
      return !new RegExp(`^(?:${element.source})$`, 'u').test(',');
    case 'repeat':
      return takesNoComma(element.element);
    case 'group':
      return element.alternatives.every((sequence) => sequence.every(takesNoComma));
    // A look-around and a reference add no text of their own.
    default:
      return true;
  }
}
