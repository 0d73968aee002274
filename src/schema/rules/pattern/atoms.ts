import { escapeText } from '../letters.js';
import { spellClass } from './char-class.js';
import { UnknownSyntax } from './syntax.js';

/** The flags of the original that change what one atom matches. */
export interface AtomFlags {
  readonly unicode: boolean;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

/** One atom in its new spelling, and what it does to surrogate pairs. */
export interface TranslatedAtom {
  readonly source: string;
  /** Without the `u` flag it may match half of a surrogate pair. */
  readonly halves: boolean;
}

/** Spells an atom (a character, an escape, a class, a dot) so that it means with `u` alone what it meant with its flags. */
export function translateAtom(source: string, flags: AtomFlags): TranslatedAtom {
  if (source === '.') return { source: flags.dotAll ? '[\\s\\S]' : '.', halves: !flags.unicode };
  // Outside a class a whole pair is the same sequence of units, and without `u` its halves have no case.
  if (!flags.unicode && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(source)) return { source, halves: false };
  // Half an escape: a backslash and a c, which is two characters.
  if (source === '\\c') throw new UnknownSyntax(source, 0);
  const original = new RegExp(`^(?:${source})$`, `${flags.unicode ? 'u' : ''}${flags.ignoreCase ? 'i' : ''}`);
  const halves = !flags.unicode && matchesSurrogates(original);
  const spelled = spellWithUnicode(source, flags.unicode);
  if (spelled === undefined) return { source: spellSet(original), halves };
  if (!flags.ignoreCase) return { source: spelled, halves };
  const folded = foldCase(spelled, original, flags.unicode ? casedPoints() : casedUnits());
  if (folded === undefined && flags.unicode) throw new UnknownSyntax(source, 0);
  return { source: folded ?? spellSet(original), halves };
}

/** The atom as it may stand with `u`; `undefined` where only the set of its characters can say it. */
function spellWithUnicode(source: string, unicode: boolean): string | undefined {
  if (unicode) return source;
  // These mean something else with `u`, or pair up what were two units.
  if (/\\u\{|\\[pP]\{|[\uD800-\uDFFF]/.test(source)) return undefined;
  if (compilesWithUnicode(source)) return source;
  if (source.length === 1) return escapeText(source);
  return /^\\[^a-zA-Z0-9]$/.test(source) ? escapeText(source.slice(1)) : undefined;
}

/** Whether JSON Schema can use the source. */
export function compilesWithUnicode(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** All of them or none: a set of some surrogates cannot be said in code points. */
function matchesSurrogates(expression: RegExp): boolean {
  let matched = 0;
  for (let unit = FIRST_SURROGATE; unit <= LAST_SURROGATE; unit += 1) {
    if (expression.test(String.fromCharCode(unit))) matched += 1;
  }
  if (matched === 0) return false;
  if (matched > LAST_SURROGATE - FIRST_SURROGATE) return true;
  throw new UnknownSyntax(expression.source, 0);
}

/** Adds the other spellings of the letters; `undefined` where adding is not enough. */
function foldCase(spelled: string, insensitive: RegExp, letters: readonly string[]): string | undefined {
  const sensitive = new RegExp(`^(?:${spelled})$`, 'u');
  const changed = letters.filter((letter) => insensitive.test(letter) !== sensitive.test(letter));
  if (changed.length === 0) return spelled;
  const negated = spelled.startsWith('[^');
  if (changed.some((letter) => sensitive.test(letter) !== negated)) return undefined;
  return `[${spelled.startsWith('[') ? withoutLastDash(spelled.slice(1, -1)) : spelled}${inRanges(changed)}]`;
}

/** A dash at the end of a class is itself; with more behind it, it would make a range. */
function withoutLastDash(inside: string): string {
  const members = inside.match(/\\[\s\S]|[\s\S]/g) ?? [];
  return members.at(-1) === '-' ? `${inside.slice(0, -1)}\\-` : inside;
}

/** The letters, runs of neighbours as ranges. */
function inRanges(letters: readonly string[]): string {
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const isIn = (index: number) =>
    points[index] === (points[index - 1] ?? NaN) + 1 && points[index + 1] === (points[index] ?? NaN) + 1;
  return letters.map((letter, index) => (isIn(index) ? (isIn(index - 1) ? '' : '-') : letter)).join('');
}

let units: readonly string[] | undefined;
let points: readonly string[] | undefined;

function casedUnits(): readonly string[] {
  return (units ??= casedUpTo(0xffff));
}

function casedPoints(): readonly string[] {
  return (points ??= casedUpTo(0x1ffff));
}

function casedUpTo(last: number): string[] {
  const cased: string[] = [];
  for (let point = 0; point <= last; point += 1) {
    const char = String.fromCodePoint(point);
    if (char.toUpperCase() !== char || char.toLowerCase() !== char) cased.push(char);
  }
  return cased;
}

/** The units that the expression matches, as a class; if surrogates, then all astral characters too. */
function spellSet(expression: RegExp): string {
  return spellClass((unit) => expression.test(unit));
}
