import type { ParameterStyle } from '../../../../decorators/record.js';
import type { TypeExpression, TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor, Extensible, ExtensionName, JsonValue } from '../../../shared/types.js';
import type { Exposing } from '../../model/types.js';
import type { ValidationOptions } from '../../model/validation-options.js';
import type { HeaderFields, OrReference, ParameterFields, ReferenceTo } from './document.js';
import type { Example, Link } from './objects.js';

// The objects of operations as users write them: with types in place of schemas.

/** An object with specification extensions: as `x-…` fields or under `extensions`. */
export interface Extended extends Extensible {
  /** Fields whose names begin with `x-`. */
  extensions?: Record<ExtensionName, JsonValue>;
}

/** Responses by HTTP status code (100 to 599), range, or `default` for all others. */
export type Responses = Partial<
  Record<
    number | 'default' | '1XX' | '2XX' | '3XX' | '4XX' | '5XX',
    ResponseWithDescription | ResponseReference
  >
>;

// Interfaces, because the compiler would instantiate the members of a union of object types for each use.
interface ResponseWithDescription extends ResponseSpec {
  $ref?: undefined;
}

// oxlint-disable-next-line typescript/no-empty-object-type
interface ResponseReference extends ReferenceTo<ResponseSpec> {}

/** An explicit parameter (OpenAPI 3.1, 4.8.12). */
export interface Parameter extends ParameterFields, ParameterStyle, Examples, Extended {
  /** A type or a schema. @default string */
  schema?: TypeInput;
  /** Media type of the value with its schema, instead of `schema`; exactly one. */
  content?: Content;
}

/** A header of a response or of a part of a body (OpenAPI 3.1, 4.8.21). */
export interface ResponseHeader extends HeaderFields, Examples, Extended {
  /** Type of the header. @default string */
  schema?: TypeInput;
  /** Always `simple`, the only style of headers. */
  style?: 'simple' | undefined;
  /** Writes the entries of an object as `name=value` (OpenAPI 3.1, 4.8.21). */
  explode?: boolean | undefined;
  /** Media type of the value with its schema, instead of `schema`; exactly one. */
  content?: Content;
}

/** Headers of a response: a class, or headers by name. */
export type ResponseHeaders = Constructor | Record<string, OrReference<ResponseHeader>>;

interface RequestBodyFields extends BodyView, BodyContent, Extended {
  description?: string;
  /** True if a request must have a body. @default false */
  required?: boolean;
  /** Media types with their own schemas, in addition to `contentType`. */
  content?: Content;
  /** Validation options of the body; they replace the endpoint's completely. @default the endpoint's */
  validation?: ValidationOptions;
}

/** A request body of one type (OpenAPI 3.1, 4.8.13). */
export interface RequestBody<T extends TypeInput = TypeInput> extends RequestBodyFields {
  /** Type of the body: a class or another type. */
  schema: T;
}

/** A request body with a schema for each media type. */
export interface ContentBody extends RequestBodyFields {
  /** Not allowed: `content` has a schema for each media type. */
  schema?: undefined;
  content: Content;
}

/** A request body that is a sequence of items. */
export interface SequenceBody extends RequestBodyFields {
  /** Not allowed beside `itemSchema`. */
  schema?: undefined;
  contentType: string | string[];
  itemSchema: TypeInput;
}

/** A request body: of one type, of a type for each media type, or a sequence of items. */
export type AnyRequestBody = RequestBody | ContentBody | SequenceBody;

/** A response (OpenAPI 3.1, 4.8.17); its status code is its key in `responses`. */
export interface ResponseSpec<T extends TypeInput = TypeInput> extends BodyView, BodyContent, Extended {
  /** Description; Markdown. */
  description: string;
  /** Short summary; OpenAPI 3.2 and later, before as `x-summary`. */
  summary?: string;
  /** Type of the body. @default no body */
  schema?: T;
  /** Media types with their own schemas, in addition to `contentType`. */
  content?: Content;
  /**
   * Response headers: a class whose properties are headers, as `headers` of a request; headers by name; or a
   * list of both. `@Header('X-Total')` names a property.
   */
  headers?: ResponseHeaders | readonly ResponseHeaders[];
  /** Links to other operations, by name (OpenAPI 3.1, 4.8.20). */
  links?: Record<string, OrReference<Link>>;
  /** class-transformer's options for the response, in addition to groups and version. @default its own */
  exposure?: Exposing;
}

/**
 * Media types by name, each with a type or a Media Type Object. References need OpenAPI 3.2. Write a schema
 * in a Media Type Object: `{ schema: { type: 'string' } }`.
 */
export type Content = Record<string, TypeOfContent | OrReference<MediaType>>;

type TypeOfContent = Constructor | BigIntConstructor | TypeExpression | readonly [TypeInput];

/** The content of one media type (OpenAPI 3.1, 4.8.14). */
export interface MediaType extends Examples, Encodings, Extended {
  /** Type of the content. */
  schema?: TypeInput;
}

/** Media types, examples and encodings of a body (OpenAPI 3.1, 4.8.14). */
export interface BodyContent extends Examples, Encodings {
  /**
   * One media type, or several with the same schema. @default 'application/json', for a file
   * 'application/octet-stream'
   */
  contentType?: string | string[];
}

/** Examples of a value. */
export interface Examples {
  /** One example, converted to the parameter's type. */
  example?: unknown;
  /** Examples by name, instead of `example`. */
  examples?: Record<string, OrReference<Example>>;
}

/** Encodings of the parts of a body (OpenAPI 3.2, 4.8.14 and 4.8.15). */
export interface Encodings {
  /**
   * Type of each item of a sequence, such as `text/event-stream`;
   * before OpenAPI 3.2 the schema is an array of it.
   */
  itemSchema?: TypeInput;
  /** Encodings of a form's properties, which override those of their types. */
  encoding?: Record<string, Encoding>;
  /** Encodings of the first items of a multipart body, by position; OpenAPI 3.2 and later. */
  prefixEncoding?: Encoding[];
  /** Encoding of the following items; OpenAPI 3.2 and later. */
  itemEncoding?: Encoding;
}

/** The encoding of one part of a body (OpenAPI 3.1, 4.8.15). */
export interface Encoding extends ParameterStyle, Omit<Encodings, 'itemSchema'>, Extended {
  /** Media type of the part, or several separated by commas. */
  contentType?: string;
  /** Headers of the part, in a multipart body. */
  headers?: Record<string, OrReference<ResponseHeader>>;
}

/** class-transformer's groups and version for a body. */
export interface BodyView {
  /** class-transformer's groups, as in `@Expose({ groups })`. @default none */
  groups?: string[];
  /** class-transformer's version, as in `@Expose({ since, until })`. @default none */
  version?: number;
}
