import { SPELLINGS, type SpelledRule, type SpellingNarrowing } from '../../spellings.js';
import { rulesAt, withAt, type Proof } from './refusal.js';

/** The same value as documents spell it, by the rules of the property. */
export function otherSpelling(narrowing: SpellingNarrowing): Proof {
  return (refusal) => {
    const { value, path, property } = refusal.place;
    if (property === undefined) return [];
    const rules = rulesAt(refusal).map(({ name, type, constraints = [] }): SpelledRule => ({
      name: name ?? type,
      constraints,
    }));
    return rules
      .flatMap((rule) => SPELLINGS[narrowing](value, rule) as unknown[])
      .filter((one) => one !== value)
      .map((one) => withAt(refusal, path, one));
  };
}
