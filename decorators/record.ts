import type { ExtensionName, JsonValue } from '../src/shared/types.js';
import type { TypeDeclaration } from './type-input.js';

// The types of the records that decorators write.

/** The place of a parameter. `param` and `form` are fallbacks of `path` and `query`. */
export type Location = 'query' | 'form' | 'path' | 'param' | 'header' | 'cookie';

/** The serialization of a parameter: OpenAPI's Parameter Object. */
export interface ParameterStyle {
  /**
   * The format of the value (OpenAPI 3.1, 4.8.12.2).
   * @default by type: `form` (query, cookie), `deepObject` (a class in the query), `simple` (path, header)
   */
  readonly style?:
    | 'matrix'
    | 'label'
    | 'simple'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    // Without percent-encoding; OpenAPI 3.2 and later.
    | 'cookie'
    | undefined;
  /**
   * Sends each element of an array or object as a parameter of its own (OpenAPI 3.1, 4.8.12.2).
   * @default true for `form`, `deepObject` and `cookie`, else false
   */
  readonly explode?: boolean | undefined;
  /** Sends reserved characters without percent-encoding; query only. @default false */
  readonly allowReserved?: boolean | undefined;
}

export interface ExampleEntry {
  readonly value: unknown;
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
}

export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly ExampleEntry[];
  readonly deprecated?: boolean;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly override?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<ExtensionName, JsonValue>>;
}

export interface PropertyAnnotations extends Annotations {
  /** The text of `@Doc`, used as the description if there is no `@Description`. */
  readonly doc?: string;
  readonly default?: JsonValue;
  /** Name of the decorator of another library that set the default. */
  readonly defaultBy?: string;
  readonly format?: string;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes?: number;
  readonly presence?: 'required' | 'optional';
  readonly nullable?: boolean;
  readonly access?: 'readOnly' | 'writeOnly';
  readonly hidden?: boolean;
  readonly type?: TypeDeclaration;
  /** The type in requests, where it takes precedence over `type`. */
  readonly inputType?: TypeDeclaration;
  /** The type in responses and webhooks, where it takes precedence over `type`. */
  readonly outputType?: TypeDeclaration;
  /** The parameter's name by location; undefined for a decorator without a name. */
  readonly locations?: Readonly<Partial<Record<Location, string | undefined>>>;
  readonly styles?: Readonly<Partial<Record<Location, ParameterStyle>>>;
}

export interface ClassAnnotations extends Annotations {
  readonly name?: string;
  readonly presence?: 'required';
  readonly webhook?: string;
  /** The union that `@OneOf` on the class declares. */
  readonly type?: TypeDeclaration;
}
