/** The pieces of a regular expression's source that mean something by themselves, a quantifier being one of its own. */
export function tokensOf(source: string): string[] {
  return source.match(TOKEN) ?? [];
}

const ESCAPE =
  '\\\\(?:u\\{[0-9A-Fa-f]+\\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\\{[^}]*\\}|c[A-Za-z]|k<[^>]+>|[0-9]+|[\\s\\S])';
const CLASS = '\\[(?:\\\\[\\s\\S]|[^\\]\\\\])*\\]';
const GROUP = '\\(\\?(?:[:=!]|<[=!]|<[^>]+>)?';
const COUNT = '\\{[0-9]+(?:,[0-9]*)?\\}';

const TOKEN = new RegExp([ESCAPE, CLASS, GROUP, COUNT, '[\\s\\S]'].join('|'), 'gu');

/** The members of a class, its brackets and a leading caret left out; the hyphen of a range is one of them. */
export function membersOf(charClass: string): string[] {
  return charClass.replace(/^\[\^?|\]$/g, '').match(MEMBER) ?? [];
}

const MEMBER = new RegExp(`${ESCAPE}|[\\s\\S]`, 'gu');
