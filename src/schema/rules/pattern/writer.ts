import { translateAtom, type AtomFlags } from './atoms.js';
import { UnknownSyntax, type PatternNode } from './syntax.js';

/** What the change from units to code points does to a pattern: some characters count once, or pairs may be parted. */
export type Halves = 'none' | 'loosened' | 'parted';

const NEW_LINE = '[\\n\\r\\u2028\\u2029]';

/** A piece of the new pattern, and whether it may begin or end with half a pair. */
interface Written {
  readonly source: string;
  readonly begins: boolean;
  readonly ends: boolean;
  /** Whether it may match nothing, so that its neighbours meet. */
  readonly empty: boolean;
  /** Whether it may begin by asking for what is not there: between two halves that holds, and `u` never looks there. */
  readonly denies: boolean;
  /** Whether it holds at ends of characters only, as `^` does. */
  readonly pins: boolean;
}

const NOTHING: Written = { source: '', begins: false, ends: false, empty: true, denies: false, pins: false };

/** Writes an expression anew, for the `u` flag alone. */
export class Writer {
  /** What the change from units to code points did to the pattern as a whole. */
  halves: Halves = 'none';
  private halvesSeen = false;

  constructor(private readonly flags: AtomFlags & { readonly multiline: boolean }) {}

  writeAll(node: PatternNode): string {
    const written = this.write(node, false);
    this.noteInside(written);
    return written.source;
  }

  /** What may begin anywhere may begin between two halves. */
  private noteInside({ denies, begins, empty }: Written): void {
    if (!this.flags.unicode && denies && (begins || empty)) this.note('parted');
  }

  /** `negative`: inside a negative look-around, where matching more means accepting less. */
  write(node: PatternNode, negative: boolean): Written {
    switch (node.kind) {
      case 'atom':
        return this.atom(node.source, negative);
      case 'assertion':
        return {
          ...NOTHING,
          source: this.assertion(node.source),
          denies: node.source === '\\B',
          pins: node.source !== '\\B',
        };
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
        const denies = node.opening.includes('!');
        const behind = node.opening.startsWith('(?<');
        const body = this.write(node.body, negative || denies);
        if (behind) this.noteInside(body);
        // What is looked at behind ends where the next piece begins; what is ahead is that piece.
        const ends = body.ends && behind;
        return {
          source: `${node.opening}${body.source})`,
          begins: body.begins,
          ends,
          empty: true,
          denies: denies || body.denies,
          pins: false,
        };
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
          denies: options.some((option) => option.denies),
          pins: options.every((option) => option.pins),
        };
      }
    }
  }

  private atom(source: string, negative: boolean): Written {
    const atom = translateAtom(source, this.flags);
    if (atom.halves) this.note(negative ? 'parted' : 'loosened');
    this.halvesSeen ||= atom.halves;
    return { ...NOTHING, source: atom.source, begins: atom.halves, ends: atom.halves, empty: false };
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
      return { ...NOTHING, source, begins: atom.halves, ends: atom.halves, empty: node.min === 0 };
    }
    const body = this.write(node.body, negative);
    if ((body.begins || body.denies) && body.ends && node.max > 1) this.note('parted');
    const operand = isPlain(node.body) || node.body.kind === 'group' ? body.source : `(?:${body.source})`;
    const empty = body.empty || node.min === 0;
    return { ...body, source: `${operand}${quantifier(node)}`, empty, pins: body.pins && node.min > 0 };
  }

  private join(one: Written, next: Written): Written {
    if (one.ends && (next.begins || next.denies)) this.note('parted');
    // What looks ahead and what looks behind may meet in either order.
    if (isOpen(one) && one.begins && isOpen(next) && next.ends) this.note('parted');
    return {
      source: one.source + next.source,
      begins: one.begins || (isOpen(one) && next.begins),
      ends: next.ends || (isOpen(next) && one.ends),
      empty: one.empty && next.empty,
      denies: one.denies || (isOpen(one) && next.denies),
      pins: one.pins || next.pins,
    };
  }

  private note(halves: 'loosened' | 'parted'): void {
    if (this.halves !== 'parted') this.halves = halves;
  }
}

/** Whether what stands before it meets what stands behind it, perhaps between two halves. */
function isOpen({ empty, pins }: Written): boolean {
  return empty && !pins;
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
