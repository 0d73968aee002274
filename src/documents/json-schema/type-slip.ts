import { TYPE } from '../../../decorators/type-input.js';
import { isPlain, show } from '../../shared/values.js';
import { SUBSCHEMAS } from './walk.js';

// JSON has no classes. In a hand-written schema, a class
// would vanish with its keyword, and any value would pass.

/** Remedies for a class in a keyword. */
const REMEDIES: Readonly<Record<string, string>> = {
  items: 'Write arrayOf(Item) in place of the schema.',
  prefixItems: 'Write tupleOf(A, B) in place of the schema.',
  additionalProperties: 'Write mapOf(Item) in place of the schema.',
  oneOf: 'Write oneOf(A, B) in place of the schema.',
  anyOf: 'Write oneOf(A, B) in place of the schema.',
  properties: 'Describe the object with a class.',
  type: "Write the name of a type, as in { type: 'string' }, or the class in place of the schema.",
};

/**
 * Returns the problem of a schema, or of `@SchemaOverride`, that has a class, an instance or another type in
 * one of its keywords.
 */
export function typeSlipIn(schema: object): string | undefined {
  for (const [keyword, place, value] of valuesIn(schema))
    if (isType(value, SUBSCHEMAS.has(keyword)))
      return `${place} is ${described(value)}, which a hand-written schema cannot contain. ${REMEDIES[keyword] ?? 'Write a schema.'}`;
  return undefined;
}

/** Returns the problem of a schema with an undefined part, which would vanish with its keyword. */
export function undefinedSlipIn(schema: object): string | undefined {
  const [, place] =
    valuesIn(schema).find(([keyword, , value]) => value === undefined && SUBSCHEMAS.has(keyword)) ?? [];
  if (place === undefined) return undefined;
  return `${place} is undefined, as a constant is in modules that import each other, so any value would pass. Move the schema to a module that does not import back, or leave ${place} out.`;
}

type Value = readonly [keyword: string, place: string, value: unknown];

/** Returns the values of a schema's keywords, and the members of those that are lists or maps of schemas. */
function valuesIn(schema: object): readonly Value[] {
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]): Value[] => {
    const form = SUBSCHEMAS.get(keyword);
    const hasMembers = (form === 'list' || form === 'map') && typeof value === 'object' && value !== null;
    const members = hasMembers ? Object.entries(value) : [];
    return [
      [keyword, keyword, value],
      ...members.map(([name, member]): Value => [keyword, `${keyword}.${name}`, member]),
    ];
  });
}

function isType(value: unknown, isSubschema: boolean): boolean {
  if (typeof value === 'function') return true;
  if (!isSubschema || typeof value !== 'object' || value === null) return false;
  return TYPE in value || !(isPlain(value) || Array.isArray(value));
}

function described(value: unknown): string {
  if (typeof value !== 'object' || value === null) return show(value);
  if (TYPE in value) return 'a type of dtospec';
  return `an instance of ${value.constructor.name}`;
}
