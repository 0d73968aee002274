import { compilesWithUnicode } from './atoms.js';
import { parsePattern } from './parse.js';
import { UnknownSyntax } from './syntax.js';
import { Writer, type Halves } from './writer.js';

/** A regular expression as JSON Schema reads it: ECMA-262 with the `u` flag, unanchored, no other flag. */
export interface TranslatedPattern {
  readonly pattern: string;
  /** The pattern as it is written, which counts a character beyond U+FFFF as one; set where the original counts two. */
  readonly counted?: string;
  /** Set when the pattern matches more than the original: why. */
  readonly inexact?: string;
}

/**
 * Says a regular expression without its flags (design 5). What cannot be said is `undefined`, never a
 * pattern that rejects what the original accepts.
 */
export function translatePattern(expression: RegExp): TranslatedPattern | undefined {
  try {
    return translate(expression);
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
}

function translate(expression: RegExp): TranslatedPattern | undefined {
  const { source, flags } = expression;
  if (flags.includes('v')) return undefined;
  const unicode = flags.includes('u');
  if (unicode && !/[ims]/.test(flags)) return finish(source, flags, 'none');
  const writer = new Writer({
    unicode,
    ignoreCase: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiline: flags.includes('m'),
  });
  return finish(writer.writeAll(parsePattern(source, unicode)), flags, writer.halves);
}

// A character beyond U+FFFF: two units without the `u` flag, one character with it.
const ASTRAL = '[^\\u0000-\\uFFFF]';

function finish(source: string, flags: string, halves: Halves): TranslatedPattern | undefined {
  const pattern = halves === 'parted' ? `${source}|${ASTRAL}` : source;
  if (!compilesWithUnicode(pattern)) return undefined;
  if (halves !== 'none') {
    return {
      pattern,
      counted: source,
      inexact:
        'without the u flag an emoji counts as two characters; with it the schema would count it as one',
    };
  }
  if (flags.includes('y')) return { pattern, inexact: 'a sticky expression goes on where it stopped' };
  return { pattern };
}
