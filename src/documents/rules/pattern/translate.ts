import { compiles, membersOf, tokensOf } from '../../json-schema/pattern/syntax.js';

interface Flags {
  readonly unicode: boolean;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
}

/**
 * Translates a regular expression to a pattern of JSON Schema: ECMAScript with the `u` flag, unanchored,
 * without other flags. The source does not change if it has the same meaning there; a character beyond U+FFFF
 * counts as one. Returns undefined if no pattern has the same meaning.
 */
export function translatePattern({ source, flags }: RegExp): string | undefined {
  const unicode = flags.includes('u');
  if (flags.includes('v') || HALF.test(source) || (!unicode && READ_OTHERWISE.test(source))) return undefined;
  // Other characters have the same meaning with the `u` flag if they compile.
  const hasSpecial = source.includes('\\') || source.includes('(?');
  if (/^u?$/.test(flags) && !hasSpecial && compiles(source)) return source;
  const meanings: Flags = {
    unicode,
    ignoreCase: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiline: flags.includes('m'),
  };
  const tokens = tokensOf(source).map((token) => translateToken(token, meanings));
  if (tokens.includes(undefined)) return undefined;
  const pattern = tokens.join('');
  return compiles(pattern) ? pattern : undefined;
}

const READ_OTHERWISE =
  /\\u\{|\\[pP]\{|\\u[dD][89A-Fa-f]|[\uDC00-\uDFFF][*+?{]|\[(?:\\[\s\S]|[^\]\\])*[\uD800-\uDFFF]/;
const HALF = /\p{Surrogate}/u;

const LINE_BREAK = '[\\n\\r\\u2028\\u2029]';

function translateToken(token: string, flags: Flags): string | undefined {
  if (token === '.') return flags.dotAll ? '[\\s\\S]' : token;
  if (token === '^') return flags.multiline ? `(?:^|(?<=${LINE_BREAK}))` : token;
  if (token === '$') return flags.multiline ? `(?:$|(?=${LINE_BREAK}))` : token;
  // Flags for a single group cannot be translated.
  if (token === '(?') return undefined;
  if (/^\(|^\{.|^[)|*+?]$/.test(token)) return token;
  const isReference = /^\\(?:[1-9]|k<)/.test(token);
  // The group may have matched another case. With `i` and `u`, \b counts two more letters.
  if (isReference) return flags.ignoreCase ? undefined : token;
  if (/^\\[bB]$/.test(token)) return flags.ignoreCase && flags.unicode ? undefined : token;
  const atom = withoutSlashEscape(flags.unicode ? token : spellWithUnicode(token));
  return flags.ignoreCase ? foldAtom(atom, flags.unicode) : atom;
}

/** Rewrites an atom that compiles without the `u` flag so that it compiles with it. */
function spellWithUnicode(token: string): string {
  if (token.startsWith('[')) return spellClassWithUnicode(token);
  if (/^[\]{}]$/.test(token)) return `\\${token}`;
  return withoutNeedlessEscape(token, /^\\[^A-Za-z0-9^$\\.*+?()[\]{}|/]$/);
}

function spellClassWithUnicode(charClass: string): string {
  const members = membersOf(charClass);
  const isSet = (member: string | undefined) => /^\\[dDsSwW]$/.test(member ?? '');
  const spelled = members.map((member, index) => {
    // A hyphen beside a set of characters does not form a range.
    const isInside = member === '-' && index > 0 && index < members.length - 1;
    if (isInside && (isSet(members[index - 1]) || isSet(members[index + 1]))) return '\\-';
    return withoutNeedlessEscape(member, /^\\[^A-Za-z0-9^$\\.*+?()[\]{}|/-]$/);
  });
  return `${charClass.startsWith('[^') ? '[^' : '['}${spelled.join('')}]`;
}

function withoutNeedlessEscape(token: string, needless: RegExp): string {
  return needless.test(token) ? token.slice(1) : token;
}

/** Replaces `\/` by `/`: only literals need the escape, and Rust rejected it until 2023. */
function withoutSlashEscape(atom: string): string {
  return atom.replace(/\\[\s\S]/g, (escaped) => (escaped === '\\/' ? '/' : escaped));
}

function foldAtom(atom: string, isUnicode: boolean): string | undefined {
  return compiles(atom) ? foldCase(atom, isUnicode) : undefined;
}

/**
 * Adds the other case of each letter to an atom (a character, an escape or a class). Returns undefined if
 * that changes its meaning.
 */
function foldCase(atom: string, isUnicode: boolean): string | undefined {
  if (/^[\0-@[-`{-\x7F]$/.test(atom)) return atom;
  if (!isUnicode && /^[A-Za-z]$/.test(atom)) return `[${atom}${swapCase(atom)}]`;
  const sensitive = new RegExp(`^(?:${atom})$`, 'u');
  const insensitive = new RegExp(`^(?:${atom})$`, isUnicode ? 'iu' : 'i');
  const isNegated = atom.startsWith('[^');
  const changed = casedLetters(isUnicode).filter((char) => insensitive.test(char) !== sensitive.test(char));
  if (changed.length === 0) return atom;
  if (changed.some((char) => sensitive.test(char) !== isNegated)) return undefined;
  const members = atom.startsWith('[') ? membersOf(atom) : [atom];
  // A hyphen at the end is literal. If letters followed it, it would form a range.
  const known = members.at(-1) === '-' ? [...members.slice(0, -1), '\\-'] : members;
  return `[${isNegated ? '^' : ''}${known.join('')}${inRanges(changed)}]`;
}

function swapCase(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}

const LAST_UNIT = 0xffff;
/** The last code point that can have two cases. */
const LAST_CASED = 0x1ffff;

let units: readonly string[] | undefined;
let characters: readonly string[] | undefined;

function casedLetters(isUnicode: boolean): readonly string[] {
  return isUnicode ? (characters ??= casedUpTo(LAST_CASED)) : (units ??= casedUpTo(LAST_UNIT));
}

function casedUpTo(last: number): string[] {
  const points = Array.from({ length: last + 1 }, (_, point) => String.fromCodePoint(point));
  return points.filter((char) => char.toUpperCase() !== char || char.toLowerCase() !== char);
}

function inRanges(letters: readonly string[]): string {
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const isInside = (index: number) =>
    points[index] === (points[index - 1] ?? NaN) + 1 && points[index + 1] === (points[index] ?? NaN) + 1;
  const written = (letter: string, index: number): string => {
    if (!isInside(index)) return letter;
    return isInside(index - 1) ? '' : '-';
  };
  return letters.map(written).join('');
}
