import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from '../../../../src/tools/diff/rule.js';
import { RULES } from '../../../../src/tools/diff/rules.js';

test('docs/diff.md lists every rule as the code has it', () => {
  const text = readFileSync(path.join(__dirname, '../../../../docs/diff.md'), 'utf8');
  const rows = text
    .slice(text.indexOf('| rule '))
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const expected = Object.entries<Rule>(RULES).map(([code, { summary, request, response, compatible }]) => [
    `\`${code}\``,
    summary,
    request,
    response,
    compatible,
  ]);
  expect(rows).toEqual(expected);
});
