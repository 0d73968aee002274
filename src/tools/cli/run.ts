import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean, DtospecError } from 'dtospec/internal';
import {
  type Command,
  type CommandContext,
  commandContext,
  CommandError,
  type CommandTable,
  type CommandTerminal,
  EXIT,
  type ExitCode,
  optionsOf,
  UsageError,
} from './command.js';
import { COMMANDS } from './commands.js';

/**
 * Runs `dtospec` with arguments and returns its exit code.
 * It never rejects: it prints errors to standard error.
 *
 * @param version printed by `--version`
 */
export async function run(
  args: readonly string[],
  terminal: CommandTerminal,
  version: string,
  commands: CommandTable = COMMANDS,
): Promise<number> {
  const context = commandContext(terminal);
  try {
    if (['--version', '-v', 'version'].includes(args[0] ?? '')) {
      context.print(`${version}\n`);
      return EXIT.done;
    }
    return await dispatch('dtospec', args, commands, context);
  } catch (error) {
    context.note(`${messageOf(error)}\n`);
    return exitCodeOf(error);
  }
}

async function dispatch(
  name: string,
  [first, ...rest]: readonly string[],
  commands: CommandTable,
  context: CommandContext,
): Promise<number> {
  const [topic] = rest;
  if (first === 'help' && topic !== undefined) return dispatch(name, [...rest, '--help'], commands, context);
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) {
    (first === undefined ? context.note : context.print)(tableHelp(name, commands));
    return first === undefined ? EXIT.usage : EXIT.done;
  }
  const entry = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (entry === undefined)
    throw new UsageError(
      `${name} has no command ${JSON.stringify(first)}.${didYouMean(first, Object.keys(commands))} Run ${name} --help for all commands.`,
    );
  return 'commands' in entry
    ? dispatch(`${name} ${first}`, rest, entry.commands, context)
    : runCommand(`${name} ${first}`, rest, await entry.load(), context);
}

async function runCommand(
  name: string,
  args: readonly string[],
  command: Command,
  context: CommandContext,
): Promise<number> {
  const { values, positionals } = parse(name, args, command);
  if (values.help === true) {
    context.print(commandHelp(name, command));
    return EXIT.done;
  }
  const [fewest, most] = command.positionals;
  if (positionals.length < fewest || positionals.length > most) {
    const missing = command.usage.match(/<[^>]+>/g)?.[positionals.length] ?? 'an argument';
    const mistake =
      positionals.length < fewest
        ? `Missing ${missing}`
        : `Unexpected argument ${JSON.stringify(positionals[most])}`;
    throw new UsageError(
      `${name}: ${mistake}.\nUsage: ${name} ${command.usage}\nRun ${name} --help for its options and examples.`,
    );
  }
  return command.run(positionals, values, context);
}

function parse(
  name: string,
  args: readonly string[],
  command: Command,
): Pick<ReturnType<typeof parseArgs>, 'values' | 'positionals'> {
  const all = optionsOf(command);
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const { name, short, isText, isRepeated } of all)
    options[name] = { type: isText ? 'string' : 'boolean', multiple: isRepeated, ...(short && { short }) };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const [, unknown = ''] = /^Unknown option '(--[^']+)'/.exec(message) ?? [];
    const names = all.map((option) => `--${option.name}`);
    throw new UsageError(
      `${name}: ${firstSentence(message)}.${didYouMean(unknown, names)} Run ${name} --help for its options.`,
    );
  }
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof DtospecError ? EXIT.input : EXIT.unexpected;
}

function messageOf(error: unknown): string {
  if (error instanceof DtospecError) return error.message;
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}

function firstSentence(text: string): string {
  return text.split('. ', 1)[0] ?? text;
}

function tableHelp(name: string, table: CommandTable): string {
  const rows = Object.entries(table).map(([command, { summary }]) => [command, summary] as const);
  const version = name === 'dtospec' ? 'Run dtospec --version for the installed version.\n' : '';
  return `Usage: ${name} <command>\n\nCommands:\n${columns(rows)}\n\nRun ${name} <command> --help for its options and examples.\n${version}`;
}

function commandHelp(name: string, command: Command): string {
  const { usage, help, examples } = command;
  const rows = optionsOf(command).map(
    (option) => [`${option.short === undefined ? '    ' : ''}${option.usage}`, option.description] as const,
  );
  const lines = examples.map((example) => `  ${name} ${example}`.trimEnd()).join('\n');
  return `Usage: ${name} ${usage}\n\n${help}\n\nOptions:\n${columns(rows)}\n\nExamples:\n${lines}\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
