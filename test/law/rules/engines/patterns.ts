import fc from 'fast-check';
import { rulesWithoutEntry } from '../without-entry.js';
import { internetRows, openInternetRows } from '../options-internet.js';
import { textRows } from '../options.js';
import { samples, type Sample } from '../samples.js';
import { patternsOf, schemaOf, subjectOf } from '../subject.js';
import { adversarial, valuesFor } from '../values.js';
import type { Question } from './engines.js';

const seed = 20_260_101;
/** Sets of options for each rule that has some. */
const OPTIONS = Number(process.env.DTOSPEC_RUNS ?? 12);

/** The application's own expressions, which are not ours to write. */
export const isOwn = ({ decorator }: Sample): boolean =>
  decorator !== 'Matches' && !Object.hasOwn(rulesWithoutEntry, decorator);

/** Uses of every rule: the samples, and some options more. */
function uses(): Sample[] {
  const more = [...textRows, ...internetRows, ...openInternetRows].flatMap(
    ([decorator, options, pieces, apply]) =>
      fc.sample(options, { numRuns: OPTIONS, seed }).map((given): Sample => {
        const seeds = [...pieces.split(' '), pieces.replaceAll(' ', '')];
        return { decorator, use: JSON.stringify(given), apply: apply({ ...given }), seeds };
      }),
  );
  return [...samples.filter(isOwn), ...more];
}

/** The value with one character that only some engines take for a digit, a letter or white space. */
function withOther(value: string): string[] {
  const others = ['\u0663', '\u0967', 'ä', 'ſ', 'K', '\u00A0', '\u0085', '\uFEFF', '\v'];
  const places = [/[0-9]/, /[A-Za-z](?=[^A-Za-z]*$)/, /[\s-]/];
  return places.flatMap((place) =>
    place.test(value) ? others.map((other) => value.replace(place, other)) : [],
  );
}

const BREAKS = ['\n', '\r\n', '\u2028'];

/** Every pattern that our entries write, with strings around what they describe. */
export function questions(runs: number): Question[] {
  const asked = new Map<string, Set<string>>();
  for (const sample of uses()) {
    for (const pattern of patternsOf(schemaOf(subjectOf(sample)))) {
      const generated = fc.sample(valuesFor(sample.seeds, [pattern]), { numRuns: runs, seed });
      const strings = [...sample.seeds, ...generated, ...adversarial].filter(isWhole);
      const values = asked.get(pattern) ?? new Set();
      for (const value of strings) values.add(value);
      for (const value of strings.slice(0, 10))
        for (const other of [...BREAKS.map((end) => value + end), ...withOther(value)]) values.add(other);
      asked.set(pattern, values);
    }
  }
  return [...asked].map(([pattern, values]) => ({ pattern, values: [...values] }));
}

/** UTF-8, by which we ask, has no half of a surrogate pair. */
function isWhole(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}
