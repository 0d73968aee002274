import { diffDocuments } from 'dtospec-tools/diff';
import { service } from './corpus/case.js';
import { DOCUMENTS } from './corpus/documents.js';
import { verdictOf } from './corpus/verdicts.js';

test.each(DOCUMENTS.map((row) => [row.name, row] as const))('%s', async (_, { first, second, ...row }) => {
  const [forth, back] = [await diffDocuments(first, second), await diffDocuments(second, first)];
  expect([verdictOf(forth.changes), verdictOf(back.changes)]).toEqual([row.verdict, row.back]);
  for (const [{ changes }, rule] of [
    [forth, row.rule],
    [back, row.ruleBack],
  ] as const) {
    if (rule !== undefined) expect(changes.map((change) => change.rule)).toContain(rule);
    else expect(changes.filter(({ semver }) => semver !== 'patch')).toEqual([]);
    for (const change of changes) {
      expect(change.witness !== undefined).toBe(change.verdict === 'breaking');
      expect(change.reason !== undefined).toBe(change.verdict === 'unclear');
      expect(change.pointer).toMatch(/^#/);
    }
  }
});

describe('the message names the parameter, header or body', () => {
  const parts: [string, (more: object) => object][] = [
    [
      'query parameter limit',
      (more) => ({ parameters: [{ name: 'limit', in: 'query', schema: {}, ...more }] }),
    ],
    [
      'header x-rate',
      (more) => ({ responses: { 200: { description: '', headers: { 'X-Rate': { schema: {}, ...more } } } } }),
    ],
    ['request body', (more) => ({ requestBody: { content: { 'text/plain': {} }, ...more } })],
  ];
  const operation = (more: object): object =>
    service({ '/a': { post: { responses: { 200: { description: '' } }, ...more } } });

  test.each(parts)('%s', async (label, withPart) => {
    const documents = [
      operation({}),
      operation(withPart({})),
      operation(withPart({ required: true })),
      operation(withPart({ required: true, deprecated: true })),
      operation({}),
      operation(withPart({ required: true })),
    ];
    const messages = [];
    for (const [index, document] of documents.slice(1).entries()) {
      const { changes } = await diffDocuments(documents[index]!, document);
      messages.push(...changes.map(({ message }) => message));
    }
    expect(messages).toEqual([
      `The optional ${label} was added.`,
      `The ${label} became required.`,
      `The ${label} was deprecated.`,
      `The ${label} was removed.`,
      `The required ${label} was added.`,
    ]);
  });
});
