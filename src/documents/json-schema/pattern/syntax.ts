/** Splits a regular expression's source into tokens. A quantifier is a separate token. */
export function tokensOf(source: string): string[] {
  return source.match(TOKEN) ?? [];
}

const ESCAPE =
  '\\\\(?:u\\{[0-9A-Fa-f]+\\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\\{[^}]*\\}|c[A-Za-z]|k<[^>]+>|[0-9]+|[\\s\\S])';
const CLASS = '\\[(?:\\\\[\\s\\S]|[^\\]\\\\])*\\]';
const GROUP = '\\(\\?(?:[:=!]|<[=!]|<[^>]+>)?';
const COUNT = '\\{[0-9]+(?:,[0-9]*)?\\}';

const TOKEN = new RegExp([ESCAPE, CLASS, GROUP, COUNT, '[\\s\\S]'].join('|'), 'gu');

export function membersOf(charClass: string): string[] {
  return charClass.replace(/^\[\^?|\]$/g, '').match(MEMBER) ?? [];
}

const MEMBER = new RegExp(`${ESCAPE}|[\\s\\S]`, 'gu');

export function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[\n\r]/g, escapeControl);
}

function escapeControl(char: string): string {
  return char === '\n' ? '\\n' : '\\r';
}

const LAST_UNIT = 0xffff;

/**
 * Returns the ranges of all accepted characters up to U+FFFF,
 * without surrogates, as members of a character class.
 */
export function spellClass(takes: (char: string) => boolean): string {
  const ranges: string[] = [];
  for (let from = 0; from <= LAST_UNIT; from += 1) {
    if (!isTaken(from, takes)) continue;
    let to = from;
    while (isTaken(to + 1, takes)) to += 1;
    ranges.push(`${spell(from)}${to > from + 1 ? '-' : ''}${to > from ? spell(to) : ''}`);
    from = to;
  }
  return ranges.join('');
}

function isTaken(unit: number, takes: (char: string) => boolean): boolean {
  const isCharacter = unit <= LAST_UNIT && (unit < 0xd800 || unit > 0xdfff);
  return isCharacter && takes(String.fromCharCode(unit));
}

export function spellMember(char: string): string {
  if (/[\\\]^[-]/.test(char)) return `\\${char}`;
  return char < ' ' ? `\\x${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : char;
}

function spell(unit: number): string {
  return spellMember(String.fromCharCode(unit));
}

/** Returns whether ECMAScript accepts the pattern with the flag `u`, as JSON Schema recommends. */
export function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
