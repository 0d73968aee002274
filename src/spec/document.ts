import type { ParameterStyle } from '../../decorators/record.js';
import type { Extensible, ExtensionName } from '../base/types.js';
import type { Schema } from '../json-schema/schema.js';
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

// The objects of a document as plain JSON: everything that OpenAPI 3.0, 3.1 and 3.2 have between them.

export type { Extensible } from '../base/types.js';

/** An OpenAPI document as plain JSON: what `buildSpec()` gives and `transformDocument` takes. */
export interface OpenApiDocument extends Extensible {
  /** `3.0.3`, `3.1.0` or `3.2.0`. */
  openapi: string;
  /** The document's own URI; OpenAPI 3.2 and later. */
  $self?: string;
  info: Info;
  /** OpenAPI 3.1 and later. */
  jsonSchemaDialect?: string;
  servers?: Server[];
  security?: SecurityObject[];
  tags?: Tag[];
  externalDocs?: ExternalDocs;
  paths: Record<string, PathItemObject>;
  /** OpenAPI 3.1 and later; 3.0 has `x-webhooks`. */
  webhooks?: Record<string, PathItemObject>;
  components?: ComponentsObject;
}

/** A reference where an object may stand; none of the object's own fields is beside it. */
export type ReferenceTo<T> = Reference &
  Partial<Record<Exclude<keyof T, keyof Reference | ExtensionName>, undefined>>;

/** An object or a reference to one: `$ref` tells which. */
export type OrReference<T> = (T & { $ref?: undefined }) | ReferenceTo<T>;

/** What the document refers to by name (OpenAPI 3.1, 4.8.7). */
export interface ComponentsObject extends Extensible {
  schemas?: Record<string, Schema>;
  responses?: Record<string, OrReference<ResponseObject>>;
  parameters?: Record<string, OrReference<ParameterObject>>;
  examples?: Record<string, OrReference<ExampleObject>>;
  requestBodies?: Record<string, OrReference<RequestBodyObject>>;
  headers?: Record<string, OrReference<HeaderObject>>;
  securitySchemes?: Record<string, OrReference<SecuritySchemeObject>>;
  links?: Record<string, OrReference<LinkObject>>;
  callbacks?: Record<string, CallbackObject>;
  /** OpenAPI 3.1 and later. */
  pathItems?: Record<string, PathItemObject>;
  /** OpenAPI 3.2 and later. */
  mediaTypes?: Record<string, OrReference<MediaTypeObject>>;
}

/** The operations of one path, by method (OpenAPI 3.1, 4.8.9). */
export interface PathItemObject extends Extensible, Partial<Record<Lowercase<HttpMethod>, OperationObject>> {
  $ref?: string;
  summary?: string;
  description?: string;
  servers?: Server[];
  parameters?: OrReference<ParameterObject>[];
  /** Operations of further methods, by method; OpenAPI 3.2 and later. */
  additionalOperations?: Record<string, OperationObject>;
  /** What OpenAPI 3.2 calls `query`, in the versions before. */
  'x-query'?: OperationObject;
}

/** Path items by the expressions that give their URLs. */
export type CallbackObject = Record<string, PathItemObject>;

/** One operation of the document (OpenAPI 3.1, 4.8.10). */
export interface OperationObject extends Extensible {
  tags?: string[];
  summary?: string;
  description?: string;
  externalDocs?: ExternalDocs;
  operationId?: string;
  parameters?: OrReference<ParameterObject>[];
  requestBody?: OrReference<RequestBodyObject>;
  responses: Record<string, OrReference<ResponseObject>>;
  deprecated?: boolean;
  security?: SecurityObject[];
  servers?: Server[];
  callbacks?: Record<string, CallbackObject>;
}

/** Names of security schemes with their scopes; all of one object together grant access. */
export type SecurityObject = Record<string, string[]>;

/** What has a schema and examples of it: a parameter, a header, a media type. */
export interface SchemaHolder extends Extensible {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, OrReference<ExampleObject>>;
}

/** An example of a value (OpenAPI 3.1, 4.8.19). */
export type ExampleObject = Example;

/** What to call next with what a response says (OpenAPI 3.1, 4.8.20). */
export type LinkObject = Link;

/** Where a parameter of its own travels. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** A parameter in a path, query, header or cookie (OpenAPI 3.1, 4.8.12). */
export interface ParameterObject extends SchemaHolder, ParameterStyle {
  name: string;
  /** `querystring`, the query as a whole, since OpenAPI 3.2. */
  in: ParameterPlace | 'querystring';
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  allowEmptyValue?: boolean;
  /** One media type, instead of `schema`. */
  content?: ContentObject;
}

/** A header of a response or of a part of a body (OpenAPI 3.1, 4.8.21). */
export interface HeaderObject extends SchemaHolder, ParameterStyle {
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  /** One media type, instead of `schema`. */
  content?: ContentObject;
}

/** Media types by their names; a reference to one since OpenAPI 3.2. */
export type ContentObject = Record<string, OrReference<MediaTypeObject>>;

/** What a request sends, by media type (OpenAPI 3.1, 4.8.13). */
export interface RequestBodyObject extends Extensible {
  description?: string;
  required?: boolean;
  content: ContentObject;
}

/** What an operation answers with one status (OpenAPI 3.1, 4.8.17). */
export interface ResponseObject extends Extensible {
  /** OpenAPI 3.2 and later; before, `x-summary`. */
  summary?: string;
  description: string;
  headers?: Record<string, OrReference<HeaderObject>>;
  content?: ContentObject;
  links?: Record<string, OrReference<LinkObject>>;
}

/** What travels under one media type (OpenAPI 3.1, 4.8.14). */
export interface MediaTypeObject extends SchemaHolder, EncodingsObject {
  /** Of each item of a sequence, such as `text/event-stream`; OpenAPI 3.2 and later. */
  itemSchema?: Schema;
}

/** How the parts of a body travel. */
export interface EncodingsObject {
  /** How the properties of a form travel, where it is not the default. */
  encoding?: Record<string, EncodingObject>;
  /** How the first items travel, by position; OpenAPI 3.2 and later. */
  prefixEncoding?: EncodingObject[];
  /** How the items that follow travel; OpenAPI 3.2 and later. */
  itemEncoding?: EncodingObject;
}

/** How one part of a form travels (OpenAPI 3.1, 4.8.15). */
export interface EncodingObject extends ParameterStyle, EncodingsObject, Extensible {
  contentType?: string;
  headers?: Record<string, OrReference<HeaderObject>>;
}

/** How requests prove who sends them (OpenAPI 3.1, 4.8.27). */
export interface SecuritySchemeObject extends Extensible {
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  description?: string;
  /** OpenAPI 3.2 and later. */
  deprecated?: boolean;
  scheme?: string;
  bearerFormat?: string;
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  flows?: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
  openIdConnectUrl?: string;
}
