import type { Operation } from '../operation.js';
import { ConfigError } from '../../shared/errors.js';

/** The type of operations for a client of `dtospec/client`. Created by `docs.clientApi`. */
export interface ClientApi<D extends ClientDefinition = ClientDefinition> {
  /** Carries the types; undefined at run time. */
  readonly definitions?: D;
}

/** The definition of an operation, as far as a client needs it. */
export interface ClientDefinition {
  readonly method: string;
  readonly path: string;
  readonly responses: object;
}

type AnyOperation = Operation<ClientDefinition>;

/** A list of operations, or a module that exports them. */
export type ClientOperations = readonly AnyOperation[] | Readonly<Record<string, AnyOperation>>;

export type DefinitionsOf<O extends ClientOperations> = O extends readonly AnyOperation[]
  ? O[number]['definition']
  : O extends Readonly<Record<string, AnyOperation>>
    ? O[keyof O]['definition']
    : never;

/** @throws ConfigError if there are differences, which the client cannot know of */
export function refuseHidden(differences: readonly string[]): void {
  if (differences.length === 0) return;
  throw new ConfigError(
    `The types of these operations differ from what is sent, so a client cannot call them by types alone. Change the class, leave the operation out, or generate a client from the document (docs/client-generators.md).\n${differences.map((one) => `- ${one}`).join('\n')}`,
  );
}
