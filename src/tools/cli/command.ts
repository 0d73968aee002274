import { DtospecError, printable, printableLines, recogniseAcrossCopies } from 'dtospec/internal';

/** Exit codes, listed in docs/cli.md. */
export const EXIT = {
  done: 0,
  /** The command succeeded and found errors, breaking changes or an outdated file. */
  found: 1,
  usage: 2,
  /** The input cannot be used, for example a missing file or a module that throws. */
  input: 3,
  /** An unexpected error in dtospec, or in code that it ran. */
  unexpected: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type CommandOptions = Readonly<Record<string, string>>;

const HELP: CommandOptions = { '-h, --help': 'Show this help' };

interface CommandOption {
  readonly name: string;
  readonly short: string | undefined;
  readonly isText: boolean;
  readonly isRepeated: boolean;
  readonly usage: string;
  readonly description: string;
}

export function optionsOf({ options }: Pick<Command, 'options'>): CommandOption[] {
  return Object.entries({ ...options, ...HELP }).map(([written, description]) => {
    const usage = written.replace(/\.\.\.$/, '');
    const [, short, name = '', value] = /^(?:-(\w), )?--([\w-]+)( <.*>)?$/.exec(usage) ?? [];
    return { name, short, isText: value !== undefined, isRepeated: usage !== written, usage, description };
  });
}

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** The surroundings of a command: its folder, and the output of the process. */
export interface CommandTerminal {
  readonly cwd: string;
  readonly print: (text: string) => void;
  readonly note: (text: string) => void;
  readonly progress?: (line: string) => void;
  readonly stop: AbortSignal;
}

/**
 * The same for a command, whose output may contain foreign
 * text: `print`, `note` and `progress` make it printable.
 */
export interface CommandContext extends CommandTerminal {
  /**
   * Prints text as it is: colors, commands of a CI system,
   * or a document. Its foreign text is already printable.
   */
  readonly printRaw: (text: string) => void;
}

export function commandContext(terminal: CommandTerminal): CommandContext {
  return {
    cwd: terminal.cwd,
    print: (text) => {
      terminal.print(printableLines(text));
    },
    printRaw: (text) => {
      terminal.print(text);
    },
    note: (text) => {
      terminal.note(printableLines(text));
    },
    progress: (line) => terminal.progress?.(printable(line)),
    // Reading the signal registers its handlers.
    get stop() {
      return terminal.stop;
    },
  };
}

export interface Command {
  readonly usage: string;
  readonly help: string;
  readonly examples: readonly string[];
  readonly options: CommandOptions;
  readonly positionals: readonly [fewest: number, most: number];
  readonly run: (
    positionals: readonly string[],
    options: OptionValues,
    context: CommandContext,
  ) => Promise<ExitCode>;
}

type CommandEntry =
  | { readonly summary: string; readonly load: () => Promise<Command> }
  | { readonly summary: string; readonly commands: CommandTable };
export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** An error that ends a command. The user sees only its message. */
export abstract class CommandError extends DtospecError {
  abstract readonly exitCode: ExitCode;
}

export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  readonly code = 'ERR_USAGE';
  readonly exitCode = EXIT.usage;
}

export class InputError extends CommandError {
  override readonly name = 'InputError';
  readonly code = 'ERR_INPUT';
  readonly exitCode = EXIT.input;
}

recogniseAcrossCopies({ CommandError });

/**
 * Returns the value of an option as a number, or undefined without the option.
 * @throws UsageError for other text and for a number outside of the range
 */
export function numberOf(
  options: OptionValues,
  name: string,
  [least, most = Infinity]: readonly [least: number, most?: number],
): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (Number.isFinite(number) && number >= least && number <= most) return number;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`--${name} must be a number ${range}, not ${JSON.stringify(value)}.`);
}

/** @throws UsageError for anything else than a whole number */
export function countOf(...[options, name, range]: Parameters<typeof numberOf>): number | undefined {
  const number = numberOf(options, name, range);
  if (number === undefined || Number.isInteger(number)) return number;
  throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(options[name])}.`);
}

export function listOf(options: OptionValues, name: string): readonly string[] | undefined {
  const values = options[name];
  return Array.isArray(values) ? values.map(String) : undefined;
}

export function choiceOf<T extends string>(
  options: OptionValues,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = options[name];
  const choice = choices.find((choice) => choice === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
}
