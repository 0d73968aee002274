import type { ParseArgsConfig } from 'node:util';

/** Exit codes; docs/cli.md has the table. */
export const EXIT = {
  /** The command succeeded. */
  done: 0,
  /** The command succeeded and found something: errors, breaking changes, an outdated file. */
  found: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The input cannot be used: a missing file, a module that throws. */
  input: 3,
  /** An unexpected error: a defect of dtospec or of code that it ran. */
  unexpected: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One option of a command, as `node:util`'s `parseArgs` takes them, with what `--help` says of it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What the help calls its value: `file`. */
  readonly value?: string;
  readonly description: string;
}

/** Values of options by name; the command knows which of its own are what. */
export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** What a command may touch of the process. */
export interface CommandContext {
  /** Absolute; what relative paths are relative to. */
  readonly cwd: string;
  /** To standard output: what was asked for. */
  readonly print: (text: string) => void;
  /** To standard error: everything else. */
  readonly note: (text: string) => void;
  /** Shows on a terminal what is under way, in place of what was shown before; `''` removes it. Nothing elsewhere. */
  readonly progress?: (line: string) => void;
  /** Aborted when the user interrupts it: what goes on until then ends. */
  readonly stop: AbortSignal;
}

/** One command: one file that exports one of these, and one entry in `commands.ts`. */
export interface Command {
  /** What follows its name: `<module>`. */
  readonly usage: string;
  /** Lines below the usage. */
  readonly help: string;
  /** What follows its name in the examples of `--help`. */
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** How many arguments that are no options it takes. */
  readonly positionals: readonly [fewest: number, most: number];
  readonly run: (
    positionals: readonly string[],
    options: OptionValues,
    context: CommandContext,
  ) => Promise<ExitCode>;
}

/** An entry of the table: a command, loaded when it is called, or a table of such. */
export type CommandEntry =
  | { readonly summary: string; readonly load: () => Promise<Command> }
  | { readonly summary: string; readonly commands: CommandTable };
export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** The options of a command as `parseArgs` wants them. */
export function parseOptions(options: Command['options']): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short !== undefined && { short }), ...(multiple !== undefined && { multiple }) },
    ]),
  );
}
