import { escapeHTML, escapeScriptJSON, escapeStyle, quoteHeader } from '../../../../src/page/html/escape.js';

describe('text in HTML and in quoted attributes', () => {
  test.each([
    ['</title><script>', '&lt;/title&gt;&lt;script&gt;'],
    ['<!-- a -->', '&lt;!-- a --&gt;'],
    ['" onload="x', '&quot; onload=&quot;x'],
    ["' onload='x", '&#39; onload=&#39;x'],
    ['a & b', 'a &amp; b'],
    ['&lt;', '&amp;lt;'],
    ['<<>>""\'\'&&', '&lt;&lt;&gt;&gt;&quot;&quot;&#39;&#39;&amp;&amp;'],
    ['plain \u2028 \u0000 😀 `=/\\', 'plain \u2028 \u0000 😀 `=/\\'],
  ])('escapes %j as %j', (text, escaped) => {
    expect(escapeHTML(text)).toBe(escaped);
  });
});

describe('JSON in a script element', () => {
  test.each([
    ['</script>', '\\u003c/script>'],
    ['</ScRiPt >', '\\u003c/ScRiPt >'],
    ['<!--<script>', '\\u003c!--\\u003cscript>'],
    ['<![CDATA[ ]]>', '\\u003c![CDATA[ ]]>'],
    ['a\u2028b\u2029c\u2028', 'a\\u2028b\\u2029c\\u2028'],
  ])('escapes everything in %j that ends it', (text, escaped) => {
    const json = escapeScriptJSON(JSON.stringify({ [text]: text }));
    expect(json).toBe(`{"${escaped}":"${escaped}"}`);
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ [text]: text });
  });

  test.each(['\\', '"', '\\u003c', 'é', '\ud800', "'"])('keeps the value of %j', (text) => {
    expect(JSON.parse(escapeScriptJSON(JSON.stringify(text)))).toBe(text);
  });
});

describe('CSS in a style element', () => {
  test.each([
    ['</style>', '<\\/style>'],
    ['</STYLE\t></style', '<\\/STYLE\t><\\/style'],
    ['a::after { content: "</style><script>" }', 'a::after { content: "<\\/style><script>" }'],
    ['</styles', '<\\/styles'],
  ])('escapes %j as %j', (css, escaped) => {
    expect(escapeStyle(css)).toBe(escaped);
    expect(escapeStyle(css)).not.toMatch(/<\/style/i);
  });

  test.each(['a > b { color: red }', '<!-- a {} -->', 'a { content: "</p>" }', '@import "a&b.css"'])(
    'keeps %j',
    (css) => {
      expect(escapeStyle(css)).toBe(css);
    },
  );
});

describe("RFC 9110, 5.6.4: a header's quoted text", () => {
  test.each([
    ['plain', '"plain"'],
    ['say "a"', '"say \\"a\\""'],
    ['back\\slash', '"back\\\\slash"'],
    ['\\"', '"\\\\\\""'],
    ['a\r\nSet-Cookie: b', '"a??Set-Cookie: b"'],
    ['tab\tnul\u0000del\u007f', '"tab?nul?del?"'],
    ['ü€😀', '"????"'],
  ])('%j is %s', (text, quoted) => {
    expect(quoteHeader(text)).toBe(quoted);
  });
});
