import type { Operation } from '../operation.js';
import { ConfigError } from '../../shared/errors.js';

/** The type of operations for a client of `dtospec/client`. Created by `docs.clientApi`. `M` is true if it needs a manifest. */
export interface ClientApi<D extends ClientDefinition = ClientDefinition, M extends boolean = boolean> {
  /** Carries the types; undefined at run time. */
  readonly definitions?: D;
  /** Carries the types; undefined at run time. */
  readonly manifest?: M;
}

/** The definition of an operation, as far as a client needs it. */
export interface ClientDefinition {
  readonly method: string;
  readonly path: string;
  readonly responses: object;
}

/** Options of `docs.clientApi`. */
export interface ClientApiOptions<M extends boolean = boolean> {
  /**
   * Accepts renamed members and all styles of parameters. `createClient` then requires the manifest that
   * `dtospec build --client` writes. @default false
   */
  readonly manifest?: M;
}

/** The names of members, and the writing of parameters, that types do not show; `docs.clientManifest()` returns it. */
export interface ClientManifest {
  /** By method and path: `GET /users/{id}`. */
  readonly operations: Readonly<Record<string, OperationNames>>;
  /** The members of each class that have another name in JSON, or a value with such members. */
  readonly classes: Readonly<Record<string, Readonly<Record<string, MemberNames>>>>;
}

export interface OperationNames {
  readonly params?: Readonly<Record<string, ParameterNames>>;
  readonly query?: Readonly<Record<string, ParameterNames>>;
  readonly headers?: Readonly<Record<string, ParameterNames>>;
  readonly body?: TypeNames;
  readonly responses?: Readonly<Record<string, TypeNames>>;
}

/** A class in `classes`, or a map of one. Lists have the type of their items. */
export type TypeNames = string | { readonly values: TypeNames };

export interface MemberNames {
  /** The name in JSON, the query or a header. @default the property's */
  readonly name?: string;
  readonly type?: TypeNames;
}

export interface ParameterNames extends MemberNames {
  /** The separator of items, and of an object's names and values. @default repeats the parameter, or writes `name[member]` */
  readonly join?: string;
  readonly spread?: boolean;
}

type AnyOperation = Operation<ClientDefinition>;

/** A list of operations, or a module that exports them. */
export type ClientOperations = readonly AnyOperation[] | Readonly<Record<string, AnyOperation>>;

export type DefinitionsOf<O extends ClientOperations> = O extends readonly AnyOperation[]
  ? O[number]['definition']
  : O extends Readonly<Record<string, AnyOperation>>
    ? O[keyof O]['definition']
    : never;

export interface HiddenDifferences {
  readonly described: readonly string[];
  readonly refused: readonly string[];
}

/** @throws ConfigError for differences that the client cannot know of */
export function refuseHidden(found: readonly HiddenDifferences[], hasManifest: boolean): void {
  const refused = found.flatMap((one) => one.refused);
  const described = hasManifest ? [] : found.flatMap((one) => one.described);
  if (refused.length + described.length === 0) return;
  const remedy =
    described.length === 0
      ? ''
      : ' A manifest contains names and styles: docs.clientApi(operations, { manifest: true }).';
  throw new ConfigError(
    `The types of these operations differ from what is sent, so a client cannot call them by types alone. Change the class, leave the operation out, or generate a client from the document.${remedy}\n${[...refused, ...described].map((one) => `- ${one}`).join('\n')}`,
  );
}
