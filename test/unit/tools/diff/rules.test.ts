import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from '../../../../src/tools/diff/rule.js';
import { RULES } from '../../../../src/tools/diff/rules.js';

const text = readFileSync(path.join(__dirname, '../../../../docs/diff.md'), 'utf8');

test('docs/diff.md lists every rule as the code has it', () => {
  const rules = text.slice(text.indexOf('| rule ')).split('\n');
  const rows = rules
    .filter((line) => line.startsWith('| `'))
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const listed = rules
    .filter((line) => line.startsWith('- `'))
    .map((line) => [...line.slice(2).split(/: (.*)/, 2), 'shown', 'shown', 'minor']);
  const expected = Object.entries<Rule>(RULES).map(([code, { summary, request, response, compatible }]) => [
    `\`${code}\``,
    summary,
    request,
    response,
    compatible,
  ]);
  const isListed = (row: (string | undefined)[]): boolean => row.slice(2).join() === 'shown,shown,minor';
  expect(rows).toEqual(expected.filter((row) => !isListed(row)));
  expect(listed).toEqual(expected.filter(isListed));
});

test('docs/diff.md counts the verdicts beside those of oasdiff', () => {
  const [, ...rows] = readFileSync(path.join(__dirname, 'corpus/oasdiff.tsv'), 'utf8').trimEnd().split('\n');
  const verdicts = rows.map((row) => row.split('\t'));
  for (const [name, level] of Object.entries({ error: 'ERR', warning: 'WARN', info: 'INFO' })) {
    const counts = ['breaking', 'unclear', 'compatible', ''].map(
      (verdict) => verdicts.filter((row) => row[1] === level && row[3] === verdict).length,
    );
    const [, shown = ''] = new RegExp(`^\\| ${name} +\\|(.*)\\|$`, 'm').exec(text) ?? [];
    expect(shown.split('|').map(Number)).toEqual(counts);
  }
});
