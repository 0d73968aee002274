import { membersOf } from './tokens.js';

/**
 * An atom (a character, an escape or a class) with the letters that it matches in any case; `undefined` where
 * adding letters does not say it.
 */
export function foldCase(atom: string, isUnicode: boolean): string | undefined {
  if (/^[\0-@[-`{-\x7F]$/.test(atom)) return atom;
  if (!isUnicode && /^[A-Za-z]$/.test(atom)) return `[${atom}${swapCase(atom)}]`;
  const sensitive = new RegExp(`^(?:${atom})$`, 'u');
  const insensitive = new RegExp(`^(?:${atom})$`, isUnicode ? 'iu' : 'i');
  const isNegated = atom.startsWith('[^');
  const changed = casedLetters(isUnicode).filter((char) => insensitive.test(char) !== sensitive.test(char));
  if (changed.length === 0) return atom;
  if (changed.some((char) => sensitive.test(char) !== isNegated)) return undefined;
  const members = atom.startsWith('[') ? membersOf(atom) : [atom];
  // A hyphen at the end is itself; with more behind it, it would make a range.
  const known = members.at(-1) === '-' ? [...members.slice(0, -1), '\\-'] : members;
  return `[${isNegated ? '^' : ''}${known.join('')}${inRanges(changed)}]`;
}

function swapCase(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}

const LAST_UNIT = 0xffff;
/** No script behind the first supplementary plane has letters of two cases. */
const LAST_CASED = 0x1ffff;

let units: readonly string[] | undefined;
let characters: readonly string[] | undefined;

/** Without the `u` flag half a surrogate pair has no case. */
function casedLetters(isUnicode: boolean): readonly string[] {
  return isUnicode ? (characters ??= casedUpTo(LAST_CASED)) : (units ??= casedUpTo(LAST_UNIT));
}

function casedUpTo(last: number): string[] {
  const points = Array.from({ length: last + 1 }, (_, point) => String.fromCodePoint(point));
  return points.filter((char) => char.toUpperCase() !== char || char.toLowerCase() !== char);
}

/** The letters, runs of neighbours as ranges. */
function inRanges(letters: readonly string[]): string {
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const isInside = (index: number) =>
    points[index] === (points[index - 1] ?? NaN) + 1 && points[index + 1] === (points[index] ?? NaN) + 1;
  return letters
    .map((letter, index) => (isInside(index) ? (isInside(index - 1) ? '' : '-') : letter))
    .join('');
}
