import { sameJson, type Schema } from 'dtospec/internal';
import { shown } from '../../rule.js';
import { bound, forTypes, type GroupsOf, named, type Proof, type Prover } from './keyword.js';
import { nameUnevaluated, type UNEVALUATED_RULES } from './unevaluated.js';

/** The rules of keywords for arrays. */
export const ARRAY_RULES = {
  'items-changed': shown('The items of a list changed: those of a tuple, or what may follow them'),
  'min-items-raised': shown('minItems was added or raised'),
  'min-items-lowered': shown('minItems was lowered or removed'),
  'max-items-raised': shown('maxItems was raised or removed'),
  'max-items-lowered': shown('maxItems was added or lowered'),
  'unique-items-changed': shown('uniqueItems changed'),
  'contains-changed': shown('contains, minContains or maxContains changed'),
} as const;

const ofArrays = (proof: Proof): Proof => forTypes(['array'], proof);

export const ARRAY_KEYWORDS = {
  items: {
    keywords: ['prefixItems', 'items'],
    name: named('items-changed'),
    proves: ofArrays(provesItems),
  },
  minItems: {
    keywords: ['minItems'],
    name: bound('min-items-raised', 'min-items-lowered', -1),
    proves: ofArrays((a, { minItems = 0 }) => (a.minItems ?? 0) >= minItems),
  },
  maxItems: {
    keywords: ['maxItems'],
    name: bound('max-items-raised', 'max-items-lowered', Infinity),
    proves: ofArrays((a, { maxItems = Infinity }) => longestOf(a) <= maxItems),
  },
  uniqueItems: {
    keywords: ['uniqueItems'],
    name: named('unique-items-changed'),
    proves: ofArrays(
      (a, r) => r.uniqueItems !== true || a.uniqueItems === true || (a.maxItems ?? Infinity) <= 1,
    ),
  },
  contains: {
    keywords: ['contains', 'minContains', 'maxContains'],
    name: named('contains-changed'),
    proves: ofArrays((a, r, prover, depth) => containsEnough(a, r, prover, depth) && containsFewEnough(a, r)),
  },
  unevaluatedItems: {
    keywords: ['unevaluatedItems'],
    name: nameUnevaluated,
    proves: ofArrays((a) => a.items === false || a.maxItems === 0),
  },
} as const satisfies GroupsOf<typeof ARRAY_RULES & typeof UNEVALUATED_RULES>;

function provesItems(a: Schema, r: Schema, prover: Prover, depth: number): boolean {
  const described = Math.max(a.prefixItems?.length ?? 0, r.prefixItems?.length ?? 0);
  const longest = longestOf(a);
  for (let index = 0; index <= described && index < longest; index += 1) {
    const own = a.prefixItems?.[index] ?? a.items ?? true;
    const asked = r.prefixItems?.[index] ?? r.items ?? true;
    if (!prover.proves(own, asked, depth + 1)) return false;
  }
  return true;
}

function longestOf({ maxItems, items, prefixItems = [] }: Schema): number {
  return maxItems ?? (items === false ? prefixItems.length : Infinity);
}

function containsEnough(a: Schema, r: Schema, prover: Prover, depth: number): boolean {
  const { contains = true, minContains = 1 } = r;
  if (minContains === 0) return true;
  if (a.contains !== undefined && (a.minContains ?? 1) >= minContains)
    if (prover.proves(a.contains, contains, depth + 1)) return true;
  if (a.items === undefined || a.prefixItems !== undefined) return false;
  return (a.minItems ?? 0) >= minContains && prover.proves(a.items, contains, depth + 1);
}

function containsFewEnough(a: Schema, { contains, maxContains = Infinity }: Schema): boolean {
  if (maxContains === Infinity || (a.maxItems ?? Infinity) <= maxContains) return true;
  return (a.maxContains ?? Infinity) <= maxContains && sameJson(a.contains, contains ?? true);
}
