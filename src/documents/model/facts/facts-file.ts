import type { EnumMember } from '../../../../decorators/type-input.js';
import type { JsonValue } from '../../../shared/types.js';

/** The file that `dtospec extract` writes: types and comments of the sources. */
export interface FactsFile {
  /** Version of the form. */
  readonly facts: typeof FACTS_VERSION;
  /** The version of TypeScript that read the sources. */
  readonly typescript: string;
  /**
   * True if the types of the project contain null and undefined, so that a property without them has a value.
   */
  readonly strictNulls: boolean;
  /** The hash of each source, by its path relative to this file. */
  readonly sources: Readonly<Record<string, string>>;
  /** Controllers by `file#Class`; each with its handlers by the name of the method. */
  readonly handlers: Readonly<Record<string, Readonly<Record<string, HandlerFact>>>>;
  /** Operations by `file#GET /cats/{id}`. */
  readonly operations: Readonly<Record<string, HandlerFact>>;
  /** Named types by `file#Name`, which `$ref` in a schema refers to. */
  readonly types: Readonly<Record<string, TypeFact>>;
}

export const FACTS_VERSION = 1;

/** The texts of a comment. */
export interface CommentTexts {
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Values of `@example`, in their order. */
  readonly examples?: readonly JsonValue[];
}

/** The type of a value that some platforms send as text. */
export type Scalar = 'string' | 'number' | 'boolean';

/** A handler. Without `answer`, its type leaves the response open. */
export interface HandlerFact extends CommentTexts {
  /** The return type, without the promise. */
  readonly answer?: AnswerFact;
}

export type AnswerFact =
  | {
      /** The type without null and undefined. */
      readonly schema: FactSchema;
      /** True if it may return null, which Express sends as an empty body, and Fastify as JSON. */
      readonly nullable?: true;
      /** The types of the values if none of them is an object or a list. */
      readonly scalars?: readonly Scalar[];
    }
  /** It returns nothing. */
  | { readonly nothing: true }
  /** It returns a file. */
  | { readonly file: true }
  /** It returns a class of an ORM, which has more than what is sent: its name and its package. */
  | { readonly entity: string };

/** A JSON Schema (2020-12) whose references are keys of `types`. */
export type FactSchema = Readonly<Record<string, unknown>>;

/** A class, an interface, an enum or an alias. */
export interface TypeFact extends CommentTexts {
  /** The name of its component. */
  readonly name: string;
  /** The name of the class; undefined for a type without values at run time. */
  readonly class?: string;
  /**
   * True if a decorator is on the class or one of its properties, so that only the class itself describes it.
   */
  readonly decorated?: true;
  /** The properties that JSON has, inherited ones included. */
  readonly members?: Readonly<Record<string, MemberFact>>;
  /** Decorated properties that `members` lacks, such as accessors. */
  readonly others?: readonly string[];
  /** The members of an enum. */
  readonly enum?: readonly EnumMember[];
  /** The schema of a type that is neither an enum nor has members. */
  readonly schema?: FactSchema;
}

export interface MemberFact extends CommentTexts {
  /** The type without null and undefined. */
  readonly schema: FactSchema;
  /** Absent for an optional property. */
  readonly required?: true;
  /** Present if the type contains null. */
  readonly nullable?: true;
  /** The value of `@default`. */
  readonly default?: JsonValue;
}
