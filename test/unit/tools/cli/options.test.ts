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
  const expected = (await commandsOf(COMMANDS)).map(([name, { options }]) => [
    name,
    Object.entries(options)
      .map(([usage, description]) => [
        usage.replace('...', '').replace(/^(-\w), (.*)$/, '$2, $1'),
        description,
      ])
      .sort(),
  ]);
  const [, shared = '', ...sections] = GUIDE.slice(GUIDE.indexOf('## Options')).split('\n### ');
  const sharedRows = rowsIn(shared);
  const documented = sections.map((section) => {
    const [name = '', ...lines] = section.split('\n');
    const also = lines.find((line) => /^(?:Also )?`--/.test(line)) ?? '';
    const names = [...also.matchAll(/--[\w-]+/g)].map(([option]) => option);
    const inherited = expectedOf(name).filter(
      ([usage = '', description]) =>
        names.includes(nameOf(usage)) && sharedRows.some((row) => row[0] === usage && row[1] === description),
    );
    expect([name, inherited.map(([usage = '']) => nameOf(usage))]).toEqual([name, names.sort()]);
    return [name, [...rowsIn(section), ...inherited].sort()];
  });
  expect(documented).toEqual(expected); // npm run report:options

  function expectedOf(name: string): string[][] {
    return (expected.find(([other]) => other === name)?.[1] ?? []) as string[][];
  }
});

/** `--output` of `--output <file>, -o`. */
function nameOf(usage: string): string {
  return /--[\w-]+/.exec(usage)?.[0] ?? usage;
}

function rowsIn(section: string): string[][] {
  return [...section.matchAll(/^- `([^`]+)`: (.*)$/gm)].map(([, usage = '', description = '']) => [
    usage,
    description,
  ]);
}
