import { compilesWithUnicode, translateAtom, type AtomFlags } from './atoms.js';
import { parsePattern } from './parse.js';
import { UnknownSyntax, type PatternNode } from './syntax.js';

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
  const written = writer.write(parsePattern(source, unicode), false);
  return finish(written.source, flags, writer.halves);
}

const NEW_LINE = '[\\n\\r\\u2028\\u2029]';

type Halves = 'none' | 'loosened' | 'parted';

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

/** A piece of the new pattern, and whether it may begin or end with half a pair. */
interface Written {
  readonly source: string;
  readonly begins: boolean;
  readonly ends: boolean;
  /** Whether it may match nothing, so that its neighbours meet. */
  readonly empty: boolean;
}

const NOTHING: Written = { source: '', begins: false, ends: false, empty: true };

class Writer {
  /** What the change from units to code points did to the pattern as a whole. */
  halves: Halves = 'none';
  private halvesSeen = false;

  constructor(private readonly flags: AtomFlags & { readonly multiline: boolean }) {}

  /** `negative`: inside a negative look-around, where matching more means accepting less. */
  write(node: PatternNode, negative: boolean): Written {
    switch (node.kind) {
      case 'atom':
        return this.atom(node.source, negative);
      case 'assertion':
        return { ...NOTHING, source: this.assertion(node.source) };
      case 'backreference':
        // A folded group may have matched another spelling, and half a pair may come back.
        if (this.flags.ignoreCase) throw new UnknownSyntax(node.source, 0);
        if (this.halvesSeen) this.note('parted');
        return { ...NOTHING, source: node.source };
      case 'group': {
        const body = this.write(node.body, negative);
        return { ...body, source: `${node.opening}${body.source})` };
      }
      case 'look': {
        const body = this.write(node.body, negative || node.opening.includes('!'));
        // What is looked at behind ends where the next piece begins; what is ahead is that piece.
        const ends = body.ends && node.opening.startsWith('(?<');
        return { source: `${node.opening}${body.source})`, begins: body.begins, ends, empty: true };
      }
      case 'repeat':
        return this.repeat(node, negative);
      case 'sequence':
        return node.parts
          .map((part) => this.write(part, negative))
          .reduce((one, next) => this.join(one, next), NOTHING);
      case 'alternatives': {
        const options = node.options.map((option) => this.write(option, negative));
        return {
          source: options.map((option) => option.source).join('|'),
          begins: options.some((option) => option.begins),
          ends: options.some((option) => option.ends),
          empty: options.some((option) => option.empty),
        };
      }
    }
  }

  private atom(source: string, negative: boolean): Written {
    const atom = translateAtom(source, this.flags);
    if (atom.halves) this.note(negative ? 'parted' : 'loosened');
    this.halvesSeen ||= atom.halves;
    return { source: atom.source, begins: atom.halves, ends: atom.halves, empty: false };
  }

  private assertion(source: '^' | '$' | '\\b' | '\\B'): string {
    // With `i` and `u` the letters of \b are two more.
    if (source.startsWith('\\')) {
      if (this.flags.ignoreCase && this.flags.unicode) throw new UnknownSyntax(source, 0);
      return source;
    }
    if (!this.flags.multiline) return source;
    // Not "behind nothing else": V8 finds that between the halves of a pair too.
    return source === '^' ? `(?:^|(?<=${NEW_LINE}))` : `(?:$|(?=${NEW_LINE}))`;
  }

  private repeat(node: PatternNode & { kind: 'repeat' }, negative: boolean): Written {
    const unbounded = node.min <= 1 && node.max === Infinity;
    const single = isAtom(node.body);
    if (single && unbounded) {
      // As many as there are: units or code points, it is the same text.
      const atom = translateAtom(single, this.flags);
      this.halvesSeen ||= atom.halves;
      const source = `${isPlain(node.body) ? atom.source : `(?:${atom.source})`}${quantifier(node)}`;
      return { source, begins: atom.halves, ends: atom.halves, empty: node.min === 0 };
    }
    const body = this.write(node.body, negative);
    if (body.begins && body.ends && node.max > 1) this.note('parted');
    const operand = isPlain(node.body) || node.body.kind === 'group' ? body.source : `(?:${body.source})`;
    return { ...body, source: `${operand}${quantifier(node)}`, empty: body.empty || node.min === 0 };
  }

  private join(one: Written, next: Written): Written {
    if (one.ends && next.begins) this.note('parted');
    return {
      source: one.source + next.source,
      begins: one.begins || (one.empty && next.begins),
      ends: next.ends || (next.empty && one.ends),
      empty: one.empty && next.empty,
    };
  }

  private note(halves: 'loosened' | 'parted'): void {
    if (this.halves !== 'parted') this.halves = halves;
  }
}

/** The source of an atom, in a plain group or not. */
function isAtom(node: PatternNode): string | undefined {
  if (node.kind === 'atom') return node.source;
  return node.kind === 'group' && node.opening === '(?:' ? isAtom(node.body) : undefined;
}

function isPlain(node: PatternNode): boolean {
  return node.kind === 'atom';
}

function quantifier({ min, max, lazy }: PatternNode & { kind: 'repeat' }): string {
  return `${bounds(min, max)}${lazy ? '?' : ''}`;
}

function bounds(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
