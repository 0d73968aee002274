import type { ParseArgsConfig } from 'node:util';
import { recogniseAcrossCopies, DtospecError } from '../shared/errors.js';

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

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Name of the option's value in the help, such as `file`. */
  readonly value?: string;
  readonly description: string;
}

export const COMMON: Command['options'] = {
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
};

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

export interface CommandContext {
  readonly cwd: string;
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly note: (text: string) => void;
  /** Replaces the progress line of a terminal; `''` removes it. */
  readonly progress?: (line: string) => void;
  readonly stop: AbortSignal;
}

export interface Command {
  readonly usage: string;
  readonly help: string;
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
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

export function parseOptions(options: Command['options']): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short !== undefined && { short }), ...(multiple !== undefined && { multiple }) },
    ]),
  );
}

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
 * @throws UsageError for other text and for a number below the minimum
 */
export function numberOf(options: OptionValues, name: string, least: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (typeof value === 'string' && value.trim() !== '' && number >= least && Number.isFinite(number))
    return number;
  throw new UsageError(`--${name} must be a number of at least ${least}, not ${JSON.stringify(value)}.`);
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
  const choice = choices.find((one) => one === value);
  if (value === undefined || choice !== undefined) return choice;
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
}
