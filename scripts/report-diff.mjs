// Writes the rules of `dtospec diff` into the table of docs/diff.md and into the schema of the configuration file.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root, writeFormatted } from './lib/run.mjs';

const outfile = path.join(root, 'build/report-diff.mjs');
await mkdir(path.dirname(outfile), { recursive: true });
await build({
  stdin: {
    contents: `export { RULES } from './src/tools/diff/rules.js';
      export { CONFIG_SCHEMA } from './src/tools/cli/config.js';`,
    resolveDir: root,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  // Inside the repository, where the packages left outside the bundle are found.
  packages: 'external',
  outfile,
});
const { RULES, CONFIG_SCHEMA } = await import(pathToFileURL(outfile).href);

const page = path.join(root, 'docs/diff.md');
const text = await readFile(page, 'utf8');
const rules = Object.entries(RULES);
const [table] = /^\| rule [^]*?(?=\n\n|\n$)/m.exec(text);
const head = table.split('\n').slice(0, 2);
const rows = rules
  .filter(([, rule]) => !isShown(rule))
  .map(
    ([code, { summary, request, response, compatible }]) =>
      `| \`${code}\` | ${summary}${compatible === 'patch' ? ' †' : ''} | ${request} | ${response} |`,
  );
const [list] = /^- `[a-z-]+`: [^]*?(?=\n\n|\n$)/m.exec(text);
const shown = rules.filter(([, rule]) => isShown(rule));
const isBound = ([code]) => /-(?:raised|lowered)$/.test(code);
const listed = [
  ...shown.filter((rule) => !isBound(rule)).map(([code, { summary }]) => `- \`${code}\`: ${summary}`),
  `- a bound was raised or lowered, also added or removed: ${shown
    .filter(isBound)
    .map(([code]) => `\`${code}\``)
    .join(', ')}`,
];
await writeFormatted(
  page,
  text.replace(table, () => [...head, ...rows].join('\n')).replace(list, () => listed.join('\n')),
);
await writeFormatted(
  path.join(root, 'src/tools/config.schema.json'),
  `${JSON.stringify(CONFIG_SCHEMA, null, 2)}\n`,
);

/** Whether a witness or a proof decides in both directions. The guide lists these rules without their verdicts. */
function isShown({ request, response, compatible }) {
  return request === 'shown' && response === 'shown' && compatible === 'minor';
}
