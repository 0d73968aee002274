import { sameJson, type Schema } from 'dtospec/internal';
import type { GroupName } from '../differences/keyword-groups.js';
import { impliesLower, isWhole, lowerBound, mayBe, typesIn, upperBound } from './bounds.js';
import { MEMBER_PROOFS, type Prover } from './property-proofs.js';
import { ASSERTED_FORMATS } from '../values/validator.js';

type Proof = (a: Schema, r: Schema, prover: Prover, depth: number) => boolean;

/** Returns a proof that succeeds if no value of the first schema has a type to which the keyword applies. */
function unless(types: Parameters<typeof mayBe>[1][], proof: Proof): Proof {
  return (a, r, prover, depth) => !mayBe(a, ...types) || proof(a, r, prover, depth);
}

const ofNumbers = (proof: Proof): Proof => unless(['number', 'integer'], proof);
const ofStrings = (proof: Proof): Proof => unless(['string'], proof);
const ofArrays = (proof: Proof): Proof => unless(['array'], proof);

export const PROOFS: Readonly<Record<GroupName, Proof>> = {
  ...MEMBER_PROOFS,
  type: (a, r) => {
    const allowed = typesIn({ type: r.type } as Schema);
    return typesIn(a).every(
      (type) =>
        allowed.includes(type) ||
        (type === 'integer' && allowed.includes('number')) ||
        (type === 'number' && allowed.includes('integer') && isWhole(a)),
    );
  },
  // Listed values are tried one by one before any proof.
  values: () => false,
  lower: ofNumbers((a, r) => impliesLower(lowerBound(a), lowerBound({ ...r, type: a.type ?? 'number' }))),
  upper: ofNumbers((a, r) => {
    const [own, asked] = [upperBound(a), upperBound({ ...r, type: a.type ?? 'number' })];
    return own.limit < asked.limit || (own.limit === asked.limit && (own.isExclusive || !asked.isExclusive));
  }),
  multipleOf: ofNumbers((a, { multipleOf = 1 }) => {
    const step = a.multipleOf ?? (isWhole(a) ? 1 : undefined);
    return step !== undefined && Number.isSafeInteger(step / multipleOf);
  }),
  minLength: ofStrings((a, { minLength = 0 }) => (a.minLength ?? 0) >= minLength),
  maxLength: ofStrings((a, { maxLength = Infinity }) => (a.maxLength ?? Infinity) <= maxLength),
  pattern: ofStrings(
    (a, { pattern }) => spellOut(a.pattern) === spellOut(pattern) || MATCH_ALL.has(pattern ?? ''),
  ),
  format: (a, { format = '' }) => {
    if (a.format === format) return true;
    if (!ASSERTED_FORMATS.has(format)) return true;
    if (!OF_NUMBERS.has(format)) return !mayBe(a, 'string');
    if (!mayBe(a, 'number', 'integer')) return true;
    const asked = { type: 'integer', format } as const;
    return (
      isWhole(a) &&
      impliesLower(lowerBound(a), lowerBound(asked)) &&
      upperBound(a).limit <= upperBound(asked).limit
    );
  },
  // Annotations never reject a value.
  content: () => true,
  items: ofArrays((a, r, prover, depth) => {
    const longest = Math.max(a.prefixItems?.length ?? 0, r.prefixItems?.length ?? 0);
    const most = a.maxItems ?? (a.items === false ? (a.prefixItems?.length ?? 0) : Infinity);
    for (let index = 0; index <= longest && index < most; index += 1) {
      const [own, asked] = [
        a.prefixItems?.[index] ?? a.items ?? true,
        r.prefixItems?.[index] ?? r.items ?? true,
      ];
      if (!prover.proves(own, asked, depth + 1)) return false;
    }
    return true;
  }),
  minItems: ofArrays((a, { minItems = 0 }) => (a.minItems ?? 0) >= minItems),
  maxItems: ofArrays((a, { maxItems = Infinity }) => {
    const most = a.maxItems ?? (a.items === false ? (a.prefixItems?.length ?? 0) : Infinity);
    return most <= maxItems;
  }),
  uniqueItems: ofArrays(
    (a, r) => r.uniqueItems !== true || a.uniqueItems === true || (a.maxItems ?? Infinity) <= 1,
  ),
  contains: ofArrays((a, r, prover, depth) => {
    const { contains = true, minContains = 1, maxContains = Infinity } = r;
    const least =
      minContains === 0 ||
      (a.contains !== undefined &&
        (a.minContains ?? 1) >= minContains &&
        prover.proves(a.contains, contains, depth + 1)) ||
      (a.items !== undefined &&
        a.prefixItems === undefined &&
        (a.minItems ?? 0) >= minContains &&
        prover.proves(a.items, contains, depth + 1));
    const most =
      maxContains === Infinity ||
      (a.maxItems ?? Infinity) <= maxContains ||
      ((a.maxContains ?? Infinity) <= maxContains && sameJson(a.contains, contains));
    return least && most;
  }),
  unevaluatedItems: ofArrays((a) => a.items === false || a.maxItems === 0),
  anyOf: (a, { anyOf = [] }, prover, depth) => anyOf.some((branch) => prover.proves(a, branch, depth + 1)),
  oneOf: (a, { oneOf = [] }, prover, depth) =>
    oneOf.some(
      (branch) =>
        prover.proves(a, branch, depth + 1) &&
        oneOf.every((other) => other === branch || prover.disjoint(a, other)),
    ),
  allOf: (a, { allOf = [] }, prover, depth) => allOf.every((part) => prover.proves(a, part, depth + 1)),
  not: (a, { not = false as never }, prover, depth) =>
    prover.disjoint(a, not) || (a.not !== undefined && prover.reversed().proves(not, a.not, depth + 1)),
  condition: (a, r, prover, depth) => {
    const { if: condition, then = {}, else: fallback = {} } = r;
    if (condition === undefined) return true;
    if (
      sameJson(a.if, condition) &&
      prover.proves(a.then ?? true, then, depth + 1) &&
      prover.proves(a.else ?? true, fallback, depth + 1)
    )
      return true;
    if (prover.disjoint(a, condition)) return prover.proves(a, fallback, depth + 1);
    return (
      prover.proves(a, then, depth + 1) &&
      (prover.proves(a, fallback, depth + 1) || prover.proves(a, condition, depth + 1))
    );
  },
  reference: () => false,
};

/**
 * Writes classes as ranges and quantifiers in their short forms: `\\d` and `[0-9]` are equal in ECMAScript, `{1,}` and
 * `+` as well. A lazy quantifier matches the same strings.
 */
function spellOut(pattern: string | undefined): string | undefined {
  let isInside = false;
  return pattern?.replace(TOKENS, (token) => {
    if (token === '[' || token === ']') isInside = token === '[';
    const range = RANGES[token];
    if (range !== undefined) return isInside ? range : `[${range}]`;
    if (isInside || !/^[*+?{]/.test(token)) return token;
    const eager = token.replace(/(?<=.)\?$/, '');
    return QUANTIFIERS[eager] ?? eager;
  });
}

const TOKENS = /\\u\{[^}]*\}|\\.|\(\?|[[\]]|(?:[*+?]|\{\d+(?:,\d*)?\})\??/gs;

const QUANTIFIERS: Readonly<Record<string, string>> = { '{0,}': '*', '{1,}': '+', '{0,1}': '?', '{1}': '' };

const RANGES: Readonly<Record<string, string>> = { '\\d': '0-9', '\\w': 'A-Za-z0-9_' };

const MATCH_ALL: ReadonlySet<string> = new Set([
  '',
  '.*',
  '^',
  '$',
  '^.*',
  '.*$',
  '[\\s\\S]*',
  '^[\\s\\S]*$',
]);
const OF_NUMBERS: ReadonlySet<string> = new Set(['int32', 'int64']);
