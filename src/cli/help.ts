import type { Command, CommandTable } from './command.js';

/** `dtospec migrate --help`: the commands of a table. */
export function tableHelp(name: string, table: CommandTable): string {
  const rows = Object.entries(table).map(([command, { summary }]) => [command, summary] as const);
  return `Usage: ${name} <command>\n\nCommands:\n${columns(rows)}\n\nRun ${name} <command> --help for its options and examples.\n`;
}

/** `dtospec migrate nest --help`: one command. */
export function commandHelp(name: string, { usage, help, options, examples }: Command): string {
  const rows = Object.entries({ ...options, ...COMMON }).map(
    ([option, { short, value, description }]) =>
      [
        `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` <${value}>`}`,
        description,
      ] as const,
  );
  const lines = examples.map((example) => `  ${name} ${example}`.trimEnd()).join('\n');
  return `Usage: ${name} ${usage}\n\n${help}\n\nOptions:\n${columns(rows)}\n\nExamples:\n${lines}\n`;
}

/** Options of every command. */
export const COMMON: Command['options'] = {
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
};

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
