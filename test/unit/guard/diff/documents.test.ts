import { diffDocuments } from 'dtospec/diff';
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
