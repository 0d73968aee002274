type Keys = Iterator<{ readonly name: string | number }>;

/**
 * Returns the mount paths of a compiled expression, which is all that Express 4 keeps. If it was not compiled
 * by path-to-regexp 0.1, it returns the expression.
 * @param keys the names of its groups, in order
 */
export function mountPaths(
  regexp: RegExp,
  keys: Iterable<{ readonly name: string | number }>,
): readonly (string | RegExp)[] {
  const names = keys[Symbol.iterator]();
  const paths = regexp.source.split(/(?<=\(\?=\\\/\|\$\))\|(?=\^)/).map((source) => pathOf(source, names));
  return paths.every((path) => path !== undefined) ? paths : [regexp];
}

function pathOf(source: string, keys: Keys): string | undefined {
  const expression = /^\^(.*?)(?:\\\/\??)?(?:\(\?=\\\/\|\$\))?$/.exec(source)?.[1];
  if (expression === undefined) return undefined;
  let path = '';
  for (let at = 0; at < expression.length;) {
    const piece = pieceAt(expression, at, keys);
    if (piece === undefined) return undefined;
    path += piece.text;
    at = piece.end;
  }
  return path;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(source: string, at: number, keys: Keys): Piece | undefined {
  const rest = source.slice(at);
  const escaped = /^\\([/.-])/.exec(rest);
  if (escaped !== null) return { text: escaped[1] ?? '', end: at + 2 };
  if (rest.startsWith('(')) return groupAt(source, at, keys);
  return /^[^\\?*+|[\]{}^$)]/.test(rest) ? { text: rest.charAt(0), end: at + 1 } : undefined;
}

/**
 * Reads a group such as `(?:\/([^/]+?))`: a parameter with the slash before it. The parameter's expression
 * may be a user's.
 */
function groupAt(source: string, at: number, keys: Keys): Piece | undefined {
  const end = closing(source, at);
  const group = source.slice(at, end);
  if (group === '(.*)') return { text: `:${nextParameterName(keys)}(.*)`, end };
  const match = /^\(\?:(\\\.)?(\\\/)?(\(.*\))\)$/s.exec(group);
  if (match === null) return undefined;
  const [, dot, slash, capture = ''] = match;
  // A second group represents further repetitions.
  const isRepeated = closing(capture, 0) < capture.length;
  const name = nextParameterName(keys);
  if (isRepeated) keys.next();
  const isOptional = source.charAt(end) === '?';
  const written = `${dot === undefined ? '' : '.'}${slash === undefined ? '' : '/'}:${name}`;
  return {
    text: `${written}${isRepeated ? '(.*)' : ''}${isOptional ? '?' : ''}`,
    end: isOptional ? end + 1 : end,
  };
}

function closing(source: string, at: number): number {
  let depth = 0;
  let isInClass = false;
  for (let index = at; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\\') index++;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return index + 1;
  }
  return source.length;
}

function nextParameterName(keys: Keys): string {
  const next = keys.next();
  const name = next.done === true ? 'wildcard' : String(next.value.name);
  return /^\d/.test(name) ? `wildcard${name}` : name;
}
