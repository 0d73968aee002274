import { UnknownSyntax, type PatternNode } from './syntax.js';

/** Parses a source that `RegExp` has accepted with or without the `u` flag. */
export function parsePattern(source: string, unicode: boolean): PatternNode {
  const parser = new Parser(source, unicode);
  const node = parser.alternatives();
  if (!parser.atEnd()) throw new UnknownSyntax(source, parser.offset);
  return node;
}

const GROUP_OPENING = /\(\?<[A-Za-z_$][\w$]*>|\(\?(?:[:=!]|<[=!])|\((?!\?)/y;
const QUANTIFIER = /([*+?])(\??)|\{(\d+)(?:(,)(\d*))?\}(\??)/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/y;
const LEGACY_ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[0-3][0-7]{2}|[0-7]{1,2}|[\s\S])/y;

class Parser {
  offset = 0;
  private readonly groups: number;
  private readonly named: boolean;

  constructor(
    private readonly source: string,
    private readonly unicode: boolean,
  ) {
    const outsideClasses = source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, '');
    this.groups = outsideClasses.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
    this.named = /\(\?<(?![=!])/.test(outsideClasses);
  }

  atEnd(): boolean {
    return this.offset >= this.source.length;
  }

  alternatives(): PatternNode {
    const options = [this.sequence()];
    while (this.take('|')) options.push(this.sequence());
    return only(options) ?? { kind: 'alternatives', options };
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.atEnd() && !this.sees('|') && !this.sees(')')) parts.push(this.term());
    return only(parts) ?? { kind: 'sequence', parts };
  }

  private term(): PatternNode {
    const body = this.single();
    const match = this.match(QUANTIFIER);
    if (!match) return body;
    const [, sign, lazySign, from, comma, to, lazyCount] = match;
    const lazy = (lazySign ?? lazyCount) === '?';
    if (sign !== undefined)
      return { kind: 'repeat', body, lazy, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(from);
    const max = comma === undefined ? min : to === '' || to === undefined ? Infinity : Number(to);
    return { kind: 'repeat', body, lazy, min, max };
  }

  private single(): PatternNode {
    if (this.take('^')) return { kind: 'assertion', source: '^' };
    if (this.take('$')) return { kind: 'assertion', source: '$' };
    if (this.sees('(')) return this.group();
    if (this.sees('[')) return { kind: 'atom', source: this.need(CLASS)[0] };
    if (this.sees('\\')) return this.escape();
    return { kind: 'atom', source: this.character() };
  }

  private group(): PatternNode {
    const [opening] = this.need(GROUP_OPENING);
    const body = this.alternatives();
    if (!this.take(')')) throw new UnknownSyntax(this.source, this.offset);
    if (opening === '(?=' || opening === '(?!' || opening === '(?<=' || opening === '(?<!') {
      return { kind: 'look', opening, body };
    }
    return { kind: 'group', opening, body };
  }

  private escape(): PatternNode {
    const boundary = this.match(/\\[bB]/y);
    if (boundary) return { kind: 'assertion', source: boundary[0] as '\\b' };
    const reference = this.match(/\\([1-9]\d*)/y);
    if (reference && (this.unicode || Number(reference[1]) <= this.groups)) {
      return { kind: 'backreference', source: reference[0] };
    }
    if (reference) this.offset -= reference[0].length;
    const byName = this.unicode || this.named ? this.match(/\\k<[^>]+>/y) : undefined;
    if (byName) return { kind: 'backreference', source: byName[0] };
    return { kind: 'atom', source: this.need(this.unicode ? ESCAPE : LEGACY_ESCAPE)[0] };
  }

  /** A literal: a code point with the `u` flag, else a unit; but a pair stays whole unless a quantifier parts it. */
  private character(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.offset) ?? 0);
    if (!this.unicode && char.length === 2 && /^[*+?{]/.test(this.source.slice(this.offset + 2))) {
      throw new UnknownSyntax(this.source, this.offset);
    }
    this.offset += char.length;
    return char;
  }

  private sees(char: string): boolean {
    return this.source[this.offset] === char;
  }

  private take(char: string): boolean {
    const found = this.sees(char);
    if (found) this.offset += 1;
    return found;
  }

  private match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.offset;
    const match = expression.exec(this.source) ?? undefined;
    if (match) this.offset += match[0].length;
    return match;
  }

  private need(expression: RegExp): RegExpExecArray {
    const match = this.match(expression);
    if (!match) throw new UnknownSyntax(this.source, this.offset);
    return match;
  }
}

function only(nodes: readonly PatternNode[]): PatternNode | undefined {
  return nodes.length === 1 ? nodes[0] : undefined;
}
