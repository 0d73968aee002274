import type { ParameterStyle } from '../../../../decorators/record.js';
import type { TypeExpression, TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor, Extensible, ExtensionName, JsonValue } from '../../../shared/types.js';
import type { Exposing } from '../../model/types.js';
import type { ValidationOptions } from '../../model/validation-options.js';
import type { OrReference, ParameterPlace } from './document.js';
import type { Example, Link } from './objects.js';

// What operations are made of, as it is written: OpenAPI's objects with types where a document has schemas.

/** Specification extensions: as `x-…` fields or under `extensions`. */
export interface Extended extends Extensible {
  /** Fields that begin with `x-`, as they are. */
  extensions?: Record<ExtensionName, JsonValue>;
}

/** Responses by HTTP status code (100 to 599), range, or `default` for all others. */
export type Responses = Partial<
  Record<number | 'default' | '1XX' | '2XX' | '3XX' | '4XX' | '5XX', OrReference<ResponseSpec>>
>;

/** An explicit parameter (OpenAPI 3.1, 4.8.12). */
export interface Parameter extends ParameterStyle, Examples, Extended {
  /** Name on the wire; of a header in any case. */
  name: string;
  /** `querystring`, the query as a whole, is of OpenAPI 3.2; before, a form is documented as a query parameter. */
  in: ParameterPlace | 'querystring';
  /** What it is; Markdown. */
  description?: string;
  /** Path parameters are always required. @default false */
  required?: boolean;
  /** It goes away. @default false */
  deprecated?: boolean;
  /** Query only: an empty value may be sent. @default false */
  allowEmptyValue?: boolean;
  /** A type or a schema. @default string */
  schema?: TypeInput;
  /** The one media type that the value is written in, instead of `schema`. */
  content?: Content;
}

/** A header of a response or of a part of a body (OpenAPI 3.1, 4.8.21). */
export interface ResponseHeader extends Examples, Extended {
  /** In Markdown. */
  description?: string;
  /** Whether it is always there. */
  required?: boolean;
  /** Whether it should no longer be relied on. */
  deprecated?: boolean;
  /** Type of its value. @default string */
  schema?: TypeInput;
  /** `simple` is the only one. */
  style?: 'simple' | undefined;
  /** Of an object: whether its entries are written as `name=value` (OpenAPI 3.1, 4.8.21). */
  explode?: boolean | undefined;
  /** The one media type that the value is written in, instead of `schema`. */
  content?: Content;
}

interface RequestBodyFields extends BodyView, BodyContent, Extended {
  description?: string;
  /** @default false */
  required?: boolean;
  /** Media types that have a schema of their own, beside `contentType`. */
  content?: Content;
  /** The options under which the body is validated, complete. @default the endpoint's */
  validation?: ValidationOptions;
}

/** A request body of one type (OpenAPI 3.1, 4.8.13). */
export interface RequestBody<T extends TypeInput = TypeInput> extends RequestBodyFields {
  /** The type of the body: a class, or whatever else is a type. */
  schema: T;
}

/** A request body whose media types have a schema each. */
export interface ContentBody extends RequestBodyFields {
  /** Not beside `content`, which has a schema for each media type. */
  schema?: undefined;
  content: Content;
}

/** A request body that is a sequence of items. */
export interface SequenceBody extends RequestBodyFields {
  /** Not beside `itemSchema`. */
  schema?: undefined;
  contentType: string | string[];
  itemSchema: TypeInput;
}

/** What a request sends: a body of one type, of a type for each media type, or a sequence of items. */
export type AnyRequestBody = RequestBody | ContentBody | SequenceBody;

/** A response (OpenAPI 3.1, 4.8.17); its status code is its key in `responses`. */
export interface ResponseSpec<T extends TypeInput = TypeInput> extends BodyView, BodyContent, Extended {
  /** What it means; Markdown. */
  description: string;
  /** OpenAPI 3.2 and later; before, `x-summary`. */
  summary?: string;
  /** None: a response without a body. */
  schema?: T;
  /** Media types that have a schema of their own, beside `contentType`. */
  content?: Content;
  /** Response headers by name. */
  headers?: Record<string, OrReference<ResponseHeader>>;
  /** What to do next with what the response says, by name (OpenAPI 3.1, 4.8.20). */
  links?: Record<string, OrReference<Link>>;
  /** class-transformer's options that the response is made under, beside groups and version. @default its own */
  exposure?: Exposing;
}

/**
 * Media types by name, each with a type or a Media Type Object; a reference to one is of OpenAPI 3.2. A schema written
 * by hand stands in a Media Type Object: `{ schema: { type: 'string' } }`.
 */
export type Content = Record<string, TypeOfContent | OrReference<MediaType>>;

type TypeOfContent = Constructor | BigIntConstructor | TypeExpression | readonly [TypeInput];

/** What travels under one media type (OpenAPI 3.1, 4.8.14). */
export interface MediaType extends Examples, Encodings, Extended {
  /** Type of the content. */
  schema?: TypeInput;
}

/** How a body travels (OpenAPI 3.1, 4.8.14). */
export interface BodyContent extends Examples, Encodings {
  /** One media type, or several that have one schema. @default 'application/json', for a file 'application/octet-stream' */
  contentType?: string | string[];
}

/** Examples of a value. */
export interface Examples {
  /** One example; that of a parameter is coerced to its type. */
  example?: unknown;
  /** Examples by name, instead of `example`. */
  examples?: Record<string, OrReference<Example>>;
}

/** How the parts of a body travel (OpenAPI 3.2, 4.8.14 and 4.8.15). */
export interface Encodings {
  /** Each item of a sequence, such as `text/event-stream`; before OpenAPI 3.2 the schema is an array of it. */
  itemSchema?: TypeInput;
  /** Of the properties of a form, over what their types ask for. */
  encoding?: Record<string, Encoding>;
  /** Of the first items of a multipart body, by position; OpenAPI 3.2 and later. */
  prefixEncoding?: Encoding[];
  /** Of the items that follow; OpenAPI 3.2 and later. */
  itemEncoding?: Encoding;
}

/** How one part of a body travels (OpenAPI 3.1, 4.8.15). */
export interface Encoding extends ParameterStyle, Omit<Encodings, 'itemSchema'>, Extended {
  /** The media type of the part, or several with commas between. */
  contentType?: string;
  /** Headers of the part, in a multipart body. */
  headers?: Record<string, OrReference<ResponseHeader>>;
}

/** Which view of a class a body has: class-transformer's groups and version. */
export interface BodyView {
  /** class-transformer's groups, as in `@Expose({ groups })`. @default none */
  groups?: string[];
  /** class-transformer's version, as in `@Expose({ since, until })`. @default none */
  version?: number;
}
