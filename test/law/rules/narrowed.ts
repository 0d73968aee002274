import { SPELLINGS, type SpellingNarrowing } from '../spellings.js';
import type { SubjectRule } from './subject.js';

/** A value that validation accepts and the schema of its rules refuses. */
export interface Refused {
  readonly value: unknown;
  readonly rules: readonly SubjectRule[];
  /** Whether the schema accepts a value. */
  readonly admits: (value: unknown) => boolean;
  /** Whether validation does. */
  readonly passes: (value: unknown) => boolean;
}

/** The narrowings under which a refused value falls: both accept the same value in the spelling of documents. */
export function narrowingsOf({ value, rules, admits, passes }: Refused): SpellingNarrowing[] {
  return (Object.keys(SPELLINGS) as SpellingNarrowing[]).filter((narrowing) =>
    rules
      .flatMap((rule) => SPELLINGS[narrowing](value, rule) as unknown[])
      .some((spelling) => spelling !== value && admits(spelling) && (passes(spelling) || isFolded(value))),
  );
}

/** Of `ﬁ` validator.js makes `FI` for one of its steps and nothing for another. */
function isFolded(value: unknown): boolean {
  const isAscii = (text: string): boolean => /^[\x20-\x7E\s]*$/.test(text);
  return typeof value === 'string' && !isAscii(value) && isAscii(value.toUpperCase());
}
