import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandTable } from '../../../../src/tools/cli/command.js';
import { COMMANDS } from '../../../../src/tools/cli/commands.js';

const GUIDE = readFileSync(path.join(__dirname, '../../../../docs/cli.md'), 'utf8');

async function commandsOf(table: CommandTable, prefix = ''): Promise<(readonly [string, Command])[]> {
  const found = await Promise.all(
    Object.entries(table).map(async ([name, entry]) =>
      'commands' in entry
        ? commandsOf(entry.commands, `${prefix}${name} `)
        : [[prefix + name, await entry.load()] as const],
    ),
  );
  return found.flat();
}

test('docs/cli.md lists every option as --help does', async () => {
  const expected = (await commandsOf(COMMANDS)).flatMap(([name, { options }]) =>
    Object.entries(options).map(([usage, description]) => [
      name,
      usage.replace('...', '').replace(/^(-\w), (.*)$/, '$2, $1'),
      description,
    ]),
  );
  const [, ...sections] = GUIDE.slice(GUIDE.indexOf('## Options')).split('\n### ');
  const rows = sections.flatMap((section) => {
    const [name = '', ...lines] = section.split('\n');
    return lines.filter((line) => line.startsWith('| `')).map((line) => [name, ...cellsOf(line)]);
  });
  expect(rows).toEqual(expected); // npm run report:options
});

function cellsOf(row: string): string[] {
  const cells = row.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll(/[`\\]/g, ''));
}
