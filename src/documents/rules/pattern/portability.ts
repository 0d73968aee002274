import { MAX_REPETITION } from '../entries.js';
import { membersOf, tokensOf } from '../../json-schema/pattern/syntax.js';

/**
 * Returns why a pattern does not compile, or matches differently, in regular expression engines of other
 * languages; undefined if it is portable.
 */
export function portabilityOf(pattern: string): string | undefined {
  const reasons = tokensOf(pattern).flatMap((token) =>
    token.startsWith('[') ? reasonsOfClass(token) : reasonsOf(token),
  );
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ');
}

const CONSTRUCTS: readonly (readonly [token: RegExp, reason: string])[] = [
  [/^\(\?<?[=!]/, 'RE2 (Go) and Rust do not support look-around'],
  [/^\\(?:[1-9]|k<)/, 'RE2 (Go) and Rust know no back-references'],
  [/^\(\?<[^=!]/, 'Python writes a named group as (?P<name>…)'],
  [/^\\[pP]\{/, 'Python knows no \\p{…}, and other engines name properties differently'],
  [/^\\[dD]$/, '\\d means all digits of Unicode in Python, .NET and Rust: write [0-9]'],
  [/^\\[wW]$/, '\\w means all letters of Unicode in Python, .NET and Rust: write [A-Za-z0-9_]'],
  [/^\\[bB]$/, '\\b depends on \\w, which means all letters of Unicode in Python, .NET and Rust'],
  [/^\\[sS]$/, 'which white space \\s means differs: list it'],
  [
    /^\\(?:[uc0v])/,
    'RE2 (Go), Rust or Java read \\u, \\c, \\0 or \\v otherwise: write the character or \\xHH',
  ],
];

function reasonsOf(token: string): string[] {
  if (token.length === 1) return [];
  const reasons = CONSTRUCTS.filter(([construct]) => construct.test(token)).map(([, reason]) => reason);
  const counts = /^\{([0-9]+)(?:,([0-9]*))?\}$/.exec(token)?.slice(1).map(Number) ?? [];
  if (counts.some((count) => count > MAX_REPETITION))
    reasons.push(`RE2 (Go) repeats ${MAX_REPETITION} times at most`);
  return reasons;
}

/** Classes that match any character in every engine, such as `[\s\S]`. */
const ANY = /^\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]$/;

function reasonsOfClass(charClass: string): string[] {
  if (ANY.test(charClass)) return [];
  const members = membersOf(charClass);
  if (members.length === 0) return ['other engines do not support an empty class'];
  // `\b` is a backspace in a class, and a word boundary elsewhere.
  const reasons = members.filter((member) => member !== '\\b').flatMap(reasonsOf);
  if (members.includes('\\b')) reasons.push('RE2 (Go) knows no \\b in a class: write \\x08');
  const isSetOperation = members.some(
    (member, index) => /^[&~|-]$/.test(member) && member === members[index + 1],
  );
  if (members.includes('[') || isSetOperation)
    reasons.push('Java and Rust read [ and && in a class as operations on sets: write \\[ and \\&');
  return reasons;
}
