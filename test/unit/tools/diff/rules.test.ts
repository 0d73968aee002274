import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from '../../../../src/tools/diff/rule.js';
import { RULES } from '../../../../src/tools/diff/rules.js';

/** Rules whose verdict a witness or a proof decides in both directions: a list without columns. */
const SHOWN = { request: 'shown', response: 'shown', compatible: 'minor' };

const text = readFileSync(path.join(__dirname, '../../../../docs/diff.md'), 'utf8');

test('docs/diff.md lists every rule as the code has it', () => {
  const rules = text.slice(text.indexOf('| rule ')).split('\n');
  const inTable = rules
    .filter((line) => line.startsWith('| `'))
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, code, summary, request, response]) => ({
      code,
      summary: summary!.replace(' †', ''),
      request,
      response,
      compatible: summary!.endsWith(' †') ? 'patch' : 'minor',
    }));
  const inList = rules
    .filter((line) => line.startsWith('- `'))
    .map((line) => /^- (`[^`]+`): (.*)$/.exec(line)!)
    .map(([, code, summary]) => ({ code, summary, ...SHOWN }));
  const bounds = [...rules.find((line) => line.startsWith('- a bound was'))!.matchAll(/`[^`]+`/g)];
  const expected = Object.entries<Rule>(RULES).map(([code, { summary, request, response, compatible }]) => ({
    code: `\`${code}\``,
    summary,
    request,
    response,
    compatible,
  }));
  const isBound = ({ code, request }: { code: string; request: string }): boolean =>
    /-(?:raised|lowered)`$/.test(code) && request === 'shown';
  expect(bounds.map(([code]) => code)).toEqual(expected.filter(isBound).map(({ code }) => code));
  const others = expected.filter((rule) => !isBound(rule));
  const isListed = (rule: object): boolean =>
    Object.entries(SHOWN).every(([name, value]) => rule[name as never] === value);
  expect(inTable).toEqual(others.filter((rule) => !isListed(rule)));
  expect(inList).toEqual(others.filter(isListed));
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
