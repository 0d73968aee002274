import { diffDocuments } from '../../../../src/tools/diff/index.js';

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
