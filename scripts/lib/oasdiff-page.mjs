// The site's appendix that lists the rules of oasdiff beside ours: written from the corpus for each build of the site, because
// nobody reads 500 rows in a package.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const INTRODUCTION = `# Rules of oasdiff

This appendix lists the rules of [oasdiff](https://github.com/oasdiff/oasdiff) (commit 4553c69) by id and level. For each, it has the rule and
the verdict of \`dtospec diff\` for the same change, and the test case that shows it (\`test/unit/tools/diff/corpus\`). "Forth" is the change from
the first document to the second, "back" the opposite change. A test compares all of them.

If the verdicts differ, dtospec has a witness, or a proof that no witness exists. The most frequent reasons:

- Scalars in parameters are text, so a string accepts every integer.
- If \`anyOf\` of a response gets an alternative, the old document did not allow such a response.
- \`prefixItems\` restrict items in both directions.
`;

/** Writes docs/diff-oasdiff.md. */
export function writeOasdiffPage() {
  const text = readFileSync(path.join(root, 'test/unit/tools/diff/corpus/oasdiff.tsv'), 'utf8');
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const code = (cell) => (/^[\w-]+$/.test(cell) ? `\`${cell}\`` : cell);
  const table = [
    line(head),
    line(head.map(() => '---')),
    ...rows.map(([id, level, rule, ...others]) => line([code(id), level, code(rule), ...others])),
  ];
  writeFileSync(path.join(root, 'docs/diff-oasdiff.md'), `${INTRODUCTION}\n${table.join('\n')}\n`);
}
