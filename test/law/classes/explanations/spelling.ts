import { SPELLINGS, type SpelledRule, type SpellingNarrowing } from '../../spellings.js';
import { rulesAt, withAt, type Proof, type Refusal } from './refusal.js';

/** The same value as documents spell it, by the rules of the property. */
export function otherSpelling(narrowing: SpellingNarrowing): Proof {
  return async (refusal) => {
    const { value, path, property } = refusal.place;
    if (property === undefined) return [];
    const rules = rulesAt(refusal).map(({ name, type, constraints = [] }): SpelledRule => ({
      name: name ?? type,
      constraints,
    }));
    const spellings = rules.flatMap((rule) => SPELLINGS[narrowing](value, rule) as unknown[]);
    const spelled = spellings.filter((one) => one !== value);
    // Beside a rule that takes strings only, the name is all that passes for the value.
    const isName = narrowing === 'member names of an enum' && spelled.length > 0;
    const isOnly = spelled.length === spellings.length && (await isOnlySpelling(refusal, spelled));
    const others = isName || isOnly ? refusal.known(property) : [];
    return [...spelled, ...others].map((one) => withAt(refusal, path, one));
  };
}

/** Whether another rule refuses each documented spelling of a code. */
async function isOnlySpelling(refusal: Refusal, spelled: readonly unknown[]): Promise<boolean> {
  for (const one of spelled) if (await refusal.passes(withAt(refusal, refusal.place.path, one))) return false;
  return spelled.length > 0;
}
