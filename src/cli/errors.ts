import { DtospecError, recogniseAcrossCopies } from '../shared/errors.js';
import { EXIT, type ExitCode } from './command.js';

/** What ends a command; its message is all that the user is shown. */
export abstract class CommandError extends DtospecError {
  abstract readonly exitCode: ExitCode;
}

/** The command was called in a way that it does not know. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  readonly code = 'ERR_USAGE';
  readonly exitCode = EXIT.usage;
}

/** What the command was given cannot be used. */
export class InputError extends CommandError {
  override readonly name = 'InputError';
  readonly code = 'ERR_INPUT';
  readonly exitCode = EXIT.input;
}

recogniseAcrossCopies({ CommandError });
