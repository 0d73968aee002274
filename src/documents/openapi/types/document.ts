import type { ParameterStyle } from '../../../../decorators/record.js';
import type { Extensible, ExtensionName } from '../../../shared/types.js';
import type { Schema } from '../../json-schema/schema.js';
import type {
  Example,
  ExternalDocs,
  HttpMethod,
  Info,
  Link,
  OAuthFlows,
  Reference,
  Server,
  Tag,
} from './objects.js';

// The objects of a document as plain JSON, with all fields of OpenAPI 3.0, 3.1 and 3.2.

/** An OpenAPI document as plain JSON: the result of `buildSpec()` and the argument of `transformDocument`. */
export interface OpenApiDocument extends Extensible {
  /** `3.0.3`, `3.1.0` or `3.2.0`. */
  openapi: string;
  /** The document's own URI; OpenAPI 3.2 and later. */
  $self?: string;
  /** Title, version, contact and licence. */
  info: Info;
  /** OpenAPI 3.1 and later. */
  jsonSchemaDialect?: string;
  /** Servers; `/` by default. */
  servers?: Server[];
  /** Security of operations without their own. */
  security?: SecurityObject[];
  /** Groups of operations, in order. */
  tags?: Tag[];
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Operations by path and method. */
  paths: Record<string, PathItemObject>;
  /** OpenAPI 3.1 and later; 3.0 has `x-webhooks`. */
  webhooks?: Record<string, PathItemObject>;
  /** Named components. */
  components?: ComponentsObject;
}

export type ReferenceTo<T> = Reference &
  Partial<Record<Exclude<keyof T, keyof Reference | ExtensionName>, undefined>>;

export type OrReference<T> = (T & { $ref?: undefined }) | ReferenceTo<T>;

/** Named components (OpenAPI 3.1, 4.8.7). */
export interface ComponentsObject extends Extensible {
  /** Schemas by name. */
  schemas?: Record<string, Schema>;
  /** Responses by name. */
  responses?: Record<string, OrReference<ResponseObject>>;
  /** Parameters by name. */
  parameters?: Record<string, OrReference<ParameterObject>>;
  /** Examples by name. */
  examples?: Record<string, OrReference<ExampleObject>>;
  /** Bodies by name. */
  requestBodies?: Record<string, OrReference<RequestBodyObject>>;
  /** Headers by name. */
  headers?: Record<string, OrReference<HeaderObject>>;
  /** Security schemes by name. */
  securitySchemes?: Record<string, OrReference<SecuritySchemeObject>>;
  /** Links by name. */
  links?: Record<string, OrReference<LinkObject>>;
  /** Callbacks by name. */
  callbacks?: Record<string, CallbackObject>;
  /** OpenAPI 3.1 and later. */
  pathItems?: Record<string, PathItemObject>;
  /** OpenAPI 3.2 and later. */
  mediaTypes?: Record<string, OrReference<MediaTypeObject>>;
}

/** Fields that a path item has in the same form in the document. */
export interface PathItemFields {
  /** Short summary of the path. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** Servers, instead of the document's. */
  servers?: Server[];
}

/** The operations of one path, by method (OpenAPI 3.1, 4.8.9). */
export interface PathItemObject
  extends PathItemFields, Extensible, Partial<Record<Lowercase<HttpMethod>, OperationObject>> {
  /** Reference to a path item. */
  $ref?: string;
  /** Parameters of all operations of the path. */
  parameters?: OrReference<ParameterObject>[];
  /** Operations of further methods, by method; OpenAPI 3.2 and later. */
  additionalOperations?: Record<string, OperationObject>;
  /** The QUERY method; before OpenAPI 3.2. */
  'x-query'?: OperationObject;
}

export type CallbackObject = Record<string, PathItemObject>;

/** Fields that an operation or webhook has in the same form in the document. */
export interface OperationMetadata {
  /** Unique name, used by client generators. @default made from method and path: `getUsersById` */
  operationId?: string;
  /** One line, shown in lists. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** Groups of the operation. */
  tags?: string[];
  /** True if the operation is deprecated. @default false */
  deprecated?: boolean;
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Servers of this operation, instead of the configuration's. */
  servers?: Server[];
}

/** One operation of the document (OpenAPI 3.1, 4.8.10). */
export interface OperationObject extends OperationMetadata, Extensible {
  /** Parameters. */
  parameters?: OrReference<ParameterObject>[];
  /** Request body. */
  requestBody?: OrReference<RequestBodyObject>;
  /** Responses by status, by range (`4XX`) or as `default`. */
  responses: Record<string, OrReference<ResponseObject>>;
  /** Alternative security requirements; `[]` for a public operation. */
  security?: SecurityObject[];
  /** Requests that the service sends to the caller. */
  callbacks?: Record<string, CallbackObject>;
}

/** Names of security schemes with their scopes. All schemes of one object are required. */
export type SecurityObject = Record<string, string[]>;

/** An object with a schema and examples: a parameter, a header, a media type. */
export interface SchemaHolder extends Extensible {
  /** Schema of the value. */
  schema?: Schema;
  /** One example. */
  example?: unknown;
  /** Examples by name. */
  examples?: Record<string, OrReference<ExampleObject>>;
}

/** An example of a value (OpenAPI 3.1, 4.8.19). */
export type ExampleObject = Example;

/** A link from a response to another operation (OpenAPI 3.1, 4.8.20). */
export type LinkObject = Link;

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** Fields that a header has in the same form in the document. */
export interface HeaderFields {
  /** Markdown. */
  description?: string;
  /** True if it is always present, as path parameters are. @default false */
  required?: boolean;
  /** True if it is deprecated. @default false */
  deprecated?: boolean;
}

/** Fields that a parameter has in the same form in the document. */
export interface ParameterFields extends HeaderFields {
  /** Name as sent; header names ignore case. */
  name: string;
  /**
   * Location. `querystring`, the whole query, needs OpenAPI
   * 3.2; before, a form is documented as a query parameter.
   */
  in: ParameterPlace | 'querystring';
  /** Allows an empty value, in a query. @default false */
  allowEmptyValue?: boolean;
}

/** A parameter in a path, query, header or cookie (OpenAPI 3.1, 4.8.12). */
export interface ParameterObject extends ParameterFields, SchemaHolder, ParameterStyle {
  /** One media type with its schema, instead of `schema`. */
  content?: ContentObject;
}

/** A header of a response or of a part of a body (OpenAPI 3.1, 4.8.21). */
export interface HeaderObject extends HeaderFields, SchemaHolder, ParameterStyle {
  /** One media type with its schema, instead of `schema`. */
  content?: ContentObject;
}

export type ContentObject = Record<string, OrReference<MediaTypeObject>>;

/** A request body by media type (OpenAPI 3.1, 4.8.13). */
export interface RequestBodyObject extends Extensible {
  /** Description, in Markdown. */
  description?: string;
  /** True if required. */
  required?: boolean;
  /** Content by media type. */
  content: ContentObject;
}

/** A response of one status (OpenAPI 3.1, 4.8.17). */
export interface ResponseObject extends Extensible {
  /** Short summary; OpenAPI 3.2 and later, before as `x-summary`. */
  summary?: string;
  /** Description, in Markdown. */
  description: string;
  /** Headers by name. */
  headers?: Record<string, OrReference<HeaderObject>>;
  /** Content by media type. */
  content?: ContentObject;
  /** Links by name. */
  links?: Record<string, OrReference<LinkObject>>;
}

/** The content of one media type (OpenAPI 3.1, 4.8.14). */
export interface MediaTypeObject extends SchemaHolder, EncodingsObject {
  /** Schema of each item of a sequence, such as `text/event-stream`; OpenAPI 3.2 and later. */
  itemSchema?: Schema;
}

export interface EncodingsObject {
  /** Encodings of a form's properties that differ from the default. */
  encoding?: Record<string, EncodingObject>;
  /** Encodings of the first items, by position; OpenAPI 3.2 and later. */
  prefixEncoding?: EncodingObject[];
  /** Encoding of the following items; OpenAPI 3.2 and later. */
  itemEncoding?: EncodingObject;
}

/** The encoding of one part of a form (OpenAPI 3.1, 4.8.15). */
export interface EncodingObject extends ParameterStyle, EncodingsObject, Extensible {
  /** Media type of the part, or several. */
  contentType?: string;
  /** Further headers of the part. */
  headers?: Record<string, OrReference<HeaderObject>>;
}

/** A security scheme (OpenAPI 3.1, 4.8.27). */
export interface SecuritySchemeObject extends Extensible {
  /** The kind of scheme. */
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** Description, in Markdown. */
  description?: string;
  /** OpenAPI 3.2 and later. */
  deprecated?: boolean;
  /** HTTP authentication scheme of the `Authorization` header (RFC 9110, 16.4.1), for `http`. */
  scheme?: string;
  /** Format of bearer tokens, such as `JWT`. */
  bearerFormat?: string;
  /** Location of the key, for `apiKey`. */
  in?: 'header' | 'query' | 'cookie';
  /** Name of the header, parameter or cookie, for `apiKey`. */
  name?: string;
  /** Flows to get a token, for `oauth2`. */
  flows?: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
  /** URL of the discovery document, for `openIdConnect`. */
  openIdConnectUrl?: string;
}
