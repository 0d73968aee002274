import { sameJson, type Schema } from 'dtospec/internal';
import { APPLICATOR_KEYWORDS } from './applicators.js';
import { ARRAY_KEYWORDS } from './arrays.js';
import { valueOf } from './keyword.js';
import { NUMBER_KEYWORDS } from './numbers.js';
import { OBJECT_KEYWORDS } from './objects.js';
import { STRING_KEYWORDS } from './strings.js';
import { TYPE_KEYWORDS } from './types.js';

/** All keywords that the comparison knows, in the order in which it reports their changes. */
export const GROUPS = {
  ...TYPE_KEYWORDS,
  ...NUMBER_KEYWORDS,
  ...STRING_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...APPLICATOR_KEYWORDS,
} as const;

export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as readonly GroupName[];

/** The groups whose subschemas evaluate members and items. */
const EVALUATING: readonly GroupName[] = [
  'anyOf',
  'oneOf',
  'allOf',
  'condition',
  'dependentSchemas',
  'reference',
];

export function keywordsOf(group: GroupName): readonly string[] {
  return GROUPS[group].keywords;
}

export function hasGroup(schema: Schema, group: GroupName): boolean {
  return keywordsOf(group).some((keyword) => valueOf(schema, keyword) !== undefined);
}

export function writesAlike(a: Schema, b: Schema, group: GroupName): boolean {
  const alike = (name: GroupName): boolean =>
    keywordsOf(name).every((keyword) => sameJson(valueOf(a, keyword), valueOf(b, keyword)));
  if (!alike(group)) return false;
  if (!hasGroup(a, group)) return true;
  if (group === 'unevaluatedProperties') return [...EVALUATING, 'members' as const].every(alike);
  if (group === 'unevaluatedItems')
    return [...EVALUATING, 'items' as const, 'contains' as const].every(alike);
  return true;
}

export function withGroup(schema: Schema, other: Schema, group: GroupName): Schema {
  const keywords = keywordsOf(group);
  const rest = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword));
  const taken = keywords
    .filter((keyword) => valueOf(other, keyword) !== undefined)
    .map((keyword) => [keyword, valueOf(other, keyword)] as const);
  return Object.fromEntries([...rest, ...taken]);
}
