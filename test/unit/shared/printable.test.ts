import {
  printable,
  printableCode,
  printableLines,
  printableMarkdown,
} from '../../../src/shared/printable.js';

test.each([
  ['a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['\u001b[31m\u009b1m\u0000\u007f', '\\u001b[31m\\u009b1m\\u0000\\u007f'],
  ['\u202ea\u2066b\u061cc\u200ed', '\\u202ea\\u2066b\\u061cc\\u200ed'],
  ['a\u2028b\u2029c\u0085d\ufeff', 'a\\u2028b\\u2029c\\u0085d\\ufeff'],
  ['\u{e0041}\u200b', '\\udb40\\udc41\\u200b'],
  ['\ud800 \uffff', '\\ud800 \\uffff'],
  ['::error::x', '\\u003a:error::x'],
  [' \u3000::error::x', ' \u3000\\u003a:error::x'],
  ['std::string :: ::', 'std::string :: ::'],
  ['##[add-mask]x', '\\u0023#[add-mask]x'],
  ['a ##VSO[task.setvariable]x ##teamcity[y', 'a \\u0023#VSO[task.setvariable]x \\u0023#teamcity[y'],
  ['### Title #1', '### Title #1'],
])('writes %j as %s', (text, expected) => {
  expect(printable(text)).toBe(expected);
  expect(printable(expected)).toBe(expected);
  expect(JSON.parse(`"${expected}"`)).toBe(text);
});

test.each([
  'Zürich',
  'می\u200cخواهم',
  '👩\u200d🚀',
  'naïve — “ok”',
  '日本語',
  'C:\\x',
  '/users/{id}',
  'e\u0301',
])('keeps %s', (text) => {
  expect(printable(text)).toBe(text);
});

test('keeps the lines of a report, and writes JSON that is equal', () => {
  expect(printableLines('a\r\n\tb\rc\n\u001b[2J\n ::error::d\n\t::e')).toBe(
    'a\n\tb\\rc\n\\u001b[2J\n \\u003a:error::d\n\t\\u003a:e',
  );
  const value = { '::a': ['\u009b##[b]\u{e0041}', '\u202e\\', '\n::'] };
  expect(JSON.parse(printableLines(JSON.stringify(value, null, 2)))).toEqual(value);
});

test('writes one line of Markdown without markup', () => {
  expect(printableMarkdown('<b>*a*_[x](y)|`#~\n# b')).toBe(
    '\\<b\\>\\*a\\*\\_\\[x\\](y)\\|\\`\\#\\~\\\\n\\# b',
  );
  expect(printableCode('a\n```\nb')).toBe('```` a\\n```\\nb ````');
  expect(printableCode('a')).toBe('`a`');
});

test('ends soon for a line of many spaces', () => {
  // A pattern that looked back from each space would take 20 billion steps.
  const line = `${' '.repeat(200_000)}x`;
  expect(printable(line)).toBe(line);
});
