import { RegExpParser } from '@eslint-community/regexpp';
import { diffDocuments } from '../../../../src/guard/diff/index.js';
import { SlowPatterns } from '../../../../src/guard/diff/schema/values/slow-patterns.js';

const patterns = new SlowPatterns(new RegExpParser({ strict: false }));

test.each([
  '^(a+)+$',
  '(a+)+$',
  '^(a*)*$',
  '^(a|a)+b$',
  '^(a|ab|b)*c',
  '^(.*a)*$',
  '^([a-zA-Z]+)*$',
  '^(a?b?)*c$',
  '^(\\w+\\s?)*$',
  '^(a{1,50})+$',
  '^((ab)+(ab)*)+!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '^(?:(?:[^"]|"[^"]*")+,)*x$',
  '(?:\\d+,?)+\\.',
  `^(${'a|'.repeat(200)}b)+$`,
])('%s is slow', (pattern) => {
  expect(patterns.has(pattern)).toBe(true);
});

test.each([
  '^[a-z]+(-[a-z]+)*$',
  '^(a+b)+$',
  '^(?:[a-z0-9]+\\.)+[a-z]{2,}$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^(\\d{1,3}\\.){3}\\d{1,3}$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '^[^@]+@[^@]+$',
  '^\\s*\\S+\\s*$',
  '^#[0-9a-f]{3}(?:[0-9a-f]{3})?$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^(\\/[\\w.-]+)*\\/?$',
  '(a+)+',
  '^(a|a)*',
  '^(?:"(?:[^"\\\\]|\\\\.)*"|[^",]*)(?:,(?:"(?:[^"\\\\]|\\\\.)*"|[^",]*))*$',
  '^(?=.*[a-z])(?=.*[A-Z]).{8,}$',
  '^[A-Z][a-z]+( [A-Z][a-z]+){1,3}$',
  '^\\p{L}+(?: \\p{L}+)*$',
  '^(0|[1-9]\\d*)(\\.\\d+)?$',
  '^(?:a(?:bc)?)*$',
  '(unclosed',
  '',
])('%s is not', (pattern) => {
  expect(patterns.has(pattern)).toBe(false);
});

const documentOf = (schema: object): object => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/x': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
});
const text = (pattern: string): object => ({ type: 'string', pattern });
test.each([
  ['texts', text('^(a+)+$'), text('^(a|a)+b$')],
  ['a text', text('^(a+)+$'), text('^b+$')],
  [
    'names',
    { type: 'object', propertyNames: text('^(a+)+$') },
    { type: 'object', propertyNames: text('^(aa?)+$') },
  ],
])('slow patterns of %s make a change unclear, and the comparison ends', async (_, old, current) => {
  const report = await diffDocuments(documentOf(old), documentOf(current));
  expect(report.counts).toMatchObject({ breaking: 0, unclear: report.changes.length });
  expect(report.changes.length).toBeGreaterThan(0);
});
