/** The text as a regular expression with the `u` flag that matches just it. */
export function escapeText(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[\n\r\u2028\u2029]/g, escapeUnit);
}

/** `\uXXXX` of one UTF-16 unit. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text in any mixture of upper and lower case, ASCII letters only. */
export function anyCase(value: string): string {
  return value.replace(/[A-Za-z]|[\\^$.*+?()[\]{}|/]/g, (char) =>
    /[A-Za-z]/.test(char) ? `[${char.toUpperCase()}${char.toLowerCase()}]` : `\\${char}`,
  );
}

/** Other letters that `toUpperCase` turns into ASCII ones: dotless i, long s, sharp s, ligatures. */
export const UPPERED = '\\u0131\\u017F\\u00DF\\uFB00-\\uFB06';

const SINGLE: Readonly<Record<string, string>> = { I: '\\u0131', S: '\\u017F' };
const LIGATURE: Readonly<Record<string, string>> = {
  SS: '\\u00DF',
  FF: '\\uFB00',
  FI: '\\uFB01',
  FL: '\\uFB02',
  FFI: '\\uFB03',
  FFL: '\\uFB04',
  ST: '[\\uFB05\\uFB06]',
};

/** Every spelling that `toUpperCase` turns into the given upper-case code: `DE`, `de`, and a sharp s for `SS`. */
export function uppercasedFrom(code: string): string {
  if (code === '') return '';
  const ligatures = Object.entries(LIGATURE).filter(([letters]) => code.startsWith(letters));
  const first = code.charAt(0);
  const lower = first.toLowerCase();
  const single = `${lower === first ? first : `[${first}${lower}${SINGLE[first] ?? ''}]`}${uppercasedFrom(code.slice(1))}`;
  if (ligatures.length === 0) return single;
  const joined = ligatures.map(([letters, one]) => `${one}${uppercasedFrom(code.slice(letters.length))}`);
  return `(?:${[single, ...joined].join('|')})`;
}
