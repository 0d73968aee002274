// Writes the options of each command, as --help shows them, into docs/cli.md. test/unit/tools/cli/options.test.ts compares them.
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { root, writeFormatted } from './lib/run.mjs';

// Inside the repository, so that the packages left outside the bundle are found.
const outfile = path.join(root, 'build/report-options.cjs');
await mkdir(path.dirname(outfile), { recursive: true });
await build({
  entryPoints: [path.join(root, 'src/tools/cli/commands.ts')],
  bundle: true,
  platform: 'node',
  packages: 'external',
  alias: {
    'dtospec/internal/nest': path.join(root, 'src/nest/internal.ts'),
    'dtospec/internal': path.join(root, 'src/internal.ts'),
  },
  outfile,
});
const { COMMANDS } = createRequire(import.meta.url)(outfile);

const HEADING = '\n## Options\n';
const page = path.join(root, 'docs/cli.md');
const [before, options] = (await readFile(page, 'utf8')).split(HEADING);
const introduction = options.slice(0, options.indexOf('\n### '));
await writeFormatted(page, [before, HEADING, introduction, ...(await sectionsOf(COMMANDS))].join(''));

async function sectionsOf(commands, prefix = '') {
  const sections = [];
  for (const [name, entry] of Object.entries(commands))
    if (entry.commands) sections.push(...(await sectionsOf(entry.commands, `${prefix}${name} `)));
    else sections.push(`\n### ${prefix}${name}\n\n${tableOf((await entry.load()).options)}`);
  return sections;
}

function tableOf(options) {
  const rows = Object.entries(options).map(
    ([usage, meaning]) => `| ${codeOf(usage)} | ${escape(meaning)} |\n`,
  );
  return `| option | meaning |\n| --- | --- |\n${rows.join('')}`;
}

/** The long name first, and without the dots of an option that may be repeated. */
function codeOf(usage) {
  return `\`${escape(usage.replace('...', '').replace(/^(-\w), (.*)$/, '$2, $1'))}\``;
}

function escape(text) {
  return text.replaceAll('|', '\\|');
}
