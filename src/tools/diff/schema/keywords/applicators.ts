import { sameJson, type Schema } from 'dtospec/internal';
import { rule, shown } from '../../rule.js';
import { UNRESOLVED } from '../translate.js';
import { type GroupsOf, messageOf, named, type Prover } from './keyword.js';

/** The rules of keywords that combine schemas. */
export const APPLICATOR_RULES = {
  'all-of-changed': shown('allOf changed, in what could not be merged'),
  'not-changed': shown('not changed'),
  'condition-changed': shown('if, then or else changed'),
  'reference-changed': rule('A reference has no target', 'unclear', 'unclear'),
} as const;

export const APPLICATOR_KEYWORDS = {
  anyOf: {
    keywords: ['anyOf'],
    proves: (a, { anyOf = [] }, prover, depth) => anyOf.some((branch) => prover.proves(a, branch, depth + 1)),
  },
  oneOf: {
    keywords: ['oneOf'],
    proves: (a, { oneOf = [] }, prover, depth) =>
      oneOf.some(
        (branch) =>
          prover.proves(a, branch, depth + 1) &&
          oneOf.every((other) => other === branch || prover.disjoint(a, other)),
      ),
  },
  allOf: {
    keywords: ['allOf'],
    name: named('all-of-changed'),
    proves: (a, { allOf = [] }, prover, depth) => allOf.every((part) => prover.proves(a, part, depth + 1)),
  },
  not: {
    keywords: ['not'],
    name: named('not-changed'),
    proves: (a, { not = false as never }, prover, depth) =>
      prover.disjoint(a, not) || (a.not !== undefined && prover.reversed().proves(not, a.not, depth + 1)),
  },
  condition: {
    keywords: ['if', 'then', 'else'],
    name: named('condition-changed'),
    proves: provesCondition,
  },
  reference: {
    keywords: ['$ref', UNRESOLVED],
    name: (old, current, keywords) => [
      {
        rule: 'reference-changed',
        message: messageOf(keywords, old, current),
        fixed: { verdict: 'unclear', reason: 'A reference has no target, or refers only to itself.' },
      },
    ],
    proves: () => false,
  },
} as const satisfies GroupsOf<typeof APPLICATOR_RULES>;

function provesCondition(a: Schema, r: Schema, prover: Prover, depth: number): boolean {
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
}
