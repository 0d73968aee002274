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
    const spelled = rules
      .flatMap((rule) => SPELLINGS[narrowing](value, rule) as unknown[])
      .filter((one) => one !== value);
    // Beside a rule that takes strings only, the name is all that passes for the value.
    const isName = narrowing === 'member names of an enum' && spelled.length > 0;
    const others = isName ? refusal.known(property) : [];
    return [...spelled, ...others].map((one) => withAt(refusal, path, one));
  };
}
