// Writes the options of each command, as --help shows them, into docs/cli.md: first those of several commands, then each
// command's own. test/unit/tools/cli/options.test.ts compares them.
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
const commands = await commandsOf(COMMANDS);
await writeFormatted(
  page,
  [before, HEADING, introduction, sharedSection(), ...commands.map(sectionOf)].join(''),
);

async function commandsOf(table, prefix = '') {
  const lists = Object.entries(table).map(async ([name, entry]) =>
    entry.commands
      ? commandsOf(entry.commands, `${prefix}${name} `)
      : [[`${prefix}${name}`, Object.entries((await entry.load()).options)]],
  );
  return (await Promise.all(lists)).flat();
}

/** Whether several commands have an option of this name and meaning. */
function isShared([usage, meaning]) {
  const isIt = ([otherUsage, otherMeaning]) => otherUsage === usage && otherMeaning === meaning;
  return commands.filter(([, rows]) => rows.some(isIt)).length > 1;
}

function sharedSection() {
  const rows = commands.flatMap(([, ofCommand]) => ofCommand.filter(isShared).map(rowOf));
  return `\n### Options of several commands\n\n${[...new Set(rows)].join('')}`;
}

function sectionOf([name, rows]) {
  const own = rows.filter((row) => !isShared(row)).map(rowOf);
  const shared = rows.filter(isShared).map(([usage]) => `\`${/--[\w-]+/.exec(usage)[0]}\``);
  return [
    `\n### ${name}\n`,
    ...(shared.length > 0 ? [`\n${own.length > 0 ? 'Also ' : ''}${shared.join(', ')}.\n`] : []),
    ...(own.length > 0 ? [`\n${own.join('')}`] : []),
  ].join('');
}

function rowOf([usage, meaning]) {
  return `- ${codeOf(usage)}: ${meaning}\n`;
}

/** The long name first, and without the dots of an option that may be repeated. */
function codeOf(usage) {
  return `\`${usage.replace('...', '').replace(/^(-\w), (.*)$/, '$2, $1')}\``;
}
