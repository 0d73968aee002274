import { shown } from '../../rule.js';
import { impliesLower, isWhole, lowerBound, upperBound } from './bounds.js';
import { bound, forTypes, type GroupsOf, named, type Proof } from './keyword.js';

/** The rules of keywords for numbers. */
export const NUMBER_RULES = {
  'minimum-raised': shown('The minimum was added or raised'),
  'minimum-lowered': shown('The minimum was lowered or removed'),
  'maximum-raised': shown('The maximum was raised or removed'),
  'maximum-lowered': shown('The maximum was added or lowered'),
  'multiple-of-changed': shown('multipleOf changed'),
} as const;

const ofNumbers = (proof: Proof): Proof => forTypes(['number', 'integer'], proof);

export const NUMBER_KEYWORDS = {
  lower: {
    keywords: ['minimum', 'exclusiveMinimum'],
    name: bound('minimum-raised', 'minimum-lowered', -Infinity),
    proves: ofNumbers((a, r) => impliesLower(lowerBound(a), lowerBound({ ...r, type: a.type ?? 'number' }))),
  },
  upper: {
    keywords: ['maximum', 'exclusiveMaximum'],
    name: bound('maximum-raised', 'maximum-lowered', Infinity),
    proves: ofNumbers((a, r) => {
      const own = upperBound(a);
      const asked = upperBound({ ...r, type: a.type ?? 'number' });
      if (own.limit === asked.limit) return own.isExclusive || !asked.isExclusive;
      return own.limit < asked.limit;
    }),
  },
  multipleOf: {
    keywords: ['multipleOf'],
    name: named('multiple-of-changed'),
    proves: ofNumbers((a, { multipleOf = 1 }) => {
      const step = a.multipleOf ?? (isWhole(a) ? 1 : undefined);
      return step !== undefined && Number.isSafeInteger(step / multipleOf);
    }),
  },
} as const satisfies GroupsOf<typeof NUMBER_RULES>;
