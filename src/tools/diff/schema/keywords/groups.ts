import { sameJson, type Schema } from 'dtospec/internal';
import { UNRESOLVED } from '../translate.js';

/** Groups of keywords that are compared together, because one keyword may undo the change of another. */
export const GROUPS = {
  type: ['type'],
  values: ['enum', 'const'],
  lower: ['minimum', 'exclusiveMinimum'],
  upper: ['maximum', 'exclusiveMaximum'],
  multipleOf: ['multipleOf'],
  minLength: ['minLength'],
  maxLength: ['maxLength'],
  pattern: ['pattern'],
  format: ['format'],
  content: ['contentEncoding', 'contentMediaType', 'contentSchema'],
  items: ['prefixItems', 'items'],
  minItems: ['minItems'],
  maxItems: ['maxItems'],
  uniqueItems: ['uniqueItems'],
  contains: ['contains', 'minContains', 'maxContains'],
  unevaluatedItems: ['unevaluatedItems'],
  members: ['properties', 'patternProperties', 'additionalProperties'],
  required: ['required'],
  minProperties: ['minProperties'],
  maxProperties: ['maxProperties'],
  propertyNames: ['propertyNames'],
  dependentRequired: ['dependentRequired'],
  dependentSchemas: ['dependentSchemas'],
  unevaluatedProperties: ['unevaluatedProperties'],
  anyOf: ['anyOf'],
  oneOf: ['oneOf'],
  allOf: ['allOf'],
  not: ['not'],
  condition: ['if', 'then', 'else'],
  reference: ['$ref', UNRESOLVED],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as readonly GroupName[];

const EVALUATING: readonly GroupName[] = [
  'anyOf',
  'oneOf',
  'allOf',
  'condition',
  'dependentSchemas',
  'reference',
];

export function valueOf(schema: Schema, keyword: string): unknown {
  return (schema as Record<string, unknown>)[keyword];
}

export function hasGroup(schema: Schema, group: GroupName): boolean {
  return GROUPS[group].some((keyword) => valueOf(schema, keyword) !== undefined);
}

export function writesAlike(a: Schema, b: Schema, group: GroupName): boolean {
  const alike = (name: GroupName): boolean =>
    GROUPS[name].every((keyword) => sameJson(valueOf(a, keyword), valueOf(b, keyword)));
  if (!alike(group)) return false;
  if (!hasGroup(a, group)) return true;
  if (group === 'unevaluatedProperties') return [...EVALUATING, 'members' as const].every(alike);
  if (group === 'unevaluatedItems')
    return [...EVALUATING, 'items' as const, 'contains' as const].every(alike);
  return true;
}

export function withGroup(schema: Schema, other: Schema, group: GroupName): Schema {
  const keywords: readonly string[] = GROUPS[group];
  const rest = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword));
  const taken = keywords
    .filter((keyword) => valueOf(other, keyword) !== undefined)
    .map((keyword) => [keyword, valueOf(other, keyword)] as const);
  return Object.fromEntries([...rest, ...taken]);
}
