/** What text may begin with to mean itself without quotes: not with a digit, which a number or a date has. */
const PLAIN_START = /^(?:[A-Za-z_/$]|\d+(?:\.\d+){2,}$)/;

/** What ends text without quotes, or begins a comment or a value in it, or cannot be printed (YAML 1.2, 5.1, 7.3.3). */
const NOT_PLAIN =
  /[^\x20-\x7e\u00a1-\u1fff\u2030-\ud7ff\uf900-\ufdcf\ufe70-\ufefc\uff01-\uffef]|:(?: |$)| #| $/;

/** Words that YAML 1.1 takes for true, false or null. */
const WORD = /^(?:y|yes|n|no|on|off|true|false|null)$/i;

/** Lines that a literal block keeps (YAML 1.2, 8.1.2): printable, and none that is taken for indentation. */
const NOT_LITERAL =
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|^[ \n]|\n +(?:\n|$)|\n\n$/u;

/** What JSON leaves as it is, and YAML does not print or takes for the end of a line. */
const UNPRINTABLE = /[\x7f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A null, boolean, number or string; `indent` is that of the lines below its key. */
export function writeYamlScalar(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return value.includes('\n') ? writeLines(value, indent) : writeYamlText(value);
  return typeof value === 'number' ? writeNumber(value) : JSON.stringify(value ?? null);
}

/** A string on one line, quoted where it would mean something else. */
export function writeYamlText(text: string): string {
  return PLAIN_START.test(text) && !NOT_PLAIN.test(text) && !WORD.test(text) ? text : quote(text);
}

/** YAML's double quotes escape as JSON's do. */
function quote(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(UNPRINTABLE, escape);
}

function writeLines(text: string, indent: string): string {
  if (NOT_LITERAL.test(text)) return quote(text);
  const end = text.endsWith('\n');
  const lines = end ? text.slice(0, -1) : text;
  return `${end ? '|' : '|-'}\n${lines.replace(/^(?=.)/gm, indent)}`;
}

/** With a fraction before its exponent, without which YAML 1.1 takes it for text. */
function writeNumber(value: number): string {
  return JSON.stringify(value).replace(/^(-?\d+)e/, '$1.0e');
}
