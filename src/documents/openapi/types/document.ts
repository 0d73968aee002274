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

// The objects of a document as plain JSON: everything that OpenAPI 3.0, 3.1 and 3.2 have between them.

export type { Extensible } from '../../../shared/types.js';

/** An OpenAPI document as plain JSON: what `buildSpec()` gives and `transformDocument` takes. */
export interface OpenApiDocument extends Extensible {
  /** `3.0.3`, `3.1.0` or `3.2.0`. */
  openapi: string;
  /** The document's own URI; OpenAPI 3.2 and later. */
  $self?: string;
  /** Title, version and who answers for it. */
  info: Info;
  /** OpenAPI 3.1 and later. */
  jsonSchemaDialect?: string;
  /** Where the API is; `/` without. */
  servers?: Server[];
  /** What every operation asks for that says nothing else. */
  security?: SecurityObject[];
  /** Sections of the page, in their order. */
  tags?: Tag[];
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Operations by path and method. */
  paths: Record<string, PathItemObject>;
  /** OpenAPI 3.1 and later; 3.0 has `x-webhooks`. */
  webhooks?: Record<string, PathItemObject>;
  /** What is referred to by name. */
  components?: ComponentsObject;
}

/** A reference where an object may stand; none of the object's own fields is beside it. */
export type ReferenceTo<T> = Reference &
  Partial<Record<Exclude<keyof T, keyof Reference | ExtensionName>, undefined>>;

/** An object or a reference to one: `$ref` tells which. */
export type OrReference<T> = (T & { $ref?: undefined }) | ReferenceTo<T>;

/** What the document refers to by name (OpenAPI 3.1, 4.8.7). */
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

/** The operations of one path, by method (OpenAPI 3.1, 4.8.9). */
export interface PathItemObject extends Extensible, Partial<Record<Lowercase<HttpMethod>, OperationObject>> {
  /** Where the path item is written. */
  $ref?: string;
  /** What all operations of the path have in common, shortly. */
  summary?: string;
  /** The same at length, in Markdown. */
  description?: string;
  /** Where these operations are. */
  servers?: Server[];
  /** Parameters of all its operations. */
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
  /** Sections of the page that it is in. */
  tags?: string[];
  /** What it does, shortly. */
  summary?: string;
  /** The same at length, in Markdown. */
  description?: string;
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Its name for programs, the only one of that name. */
  operationId?: string;
  /** What it takes beside its body. */
  parameters?: OrReference<ParameterObject>[];
  /** What it takes as a body. */
  requestBody?: OrReference<RequestBodyObject>;
  /** What it answers, by status, by range (`4XX`) or as `default`. */
  responses: Record<string, OrReference<ResponseObject>>;
  /** Whether it should no longer be called. */
  deprecated?: boolean;
  /** What it asks for: one of these; `[]` for nothing. */
  security?: SecurityObject[];
  /** Where it is. */
  servers?: Server[];
  /** Requests that the service makes in return. */
  callbacks?: Record<string, CallbackObject>;
}

/** Names of security schemes with their scopes; all of one object together grant access. */
export type SecurityObject = Record<string, string[]>;

/** What has a schema and examples of it: a parameter, a header, a media type. */
export interface SchemaHolder extends Extensible {
  /** Of the value. */
  schema?: Schema;
  /** One example. */
  example?: unknown;
  /** Examples by name. */
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
  /** As it is sent; of headers in any case. */
  name: string;
  /** `querystring`, the query as a whole, since OpenAPI 3.2. */
  in: ParameterPlace | 'querystring';
  /** In Markdown. */
  description?: string;
  /** Whether it has to be sent; of a path it always is. */
  required?: boolean;
  /** Whether it should no longer be sent. */
  deprecated?: boolean;
  /** Whether its name alone may be sent, in a query. */
  allowEmptyValue?: boolean;
  /** One media type, instead of `schema`. */
  content?: ContentObject;
}

/** A header of a response or of a part of a body (OpenAPI 3.1, 4.8.21). */
export interface HeaderObject extends SchemaHolder, ParameterStyle {
  /** In Markdown. */
  description?: string;
  /** Whether it is always there. */
  required?: boolean;
  /** Whether it should no longer be relied on. */
  deprecated?: boolean;
  /** One media type, instead of `schema`. */
  content?: ContentObject;
}

/** Media types by their names; a reference to one since OpenAPI 3.2. */
export type ContentObject = Record<string, OrReference<MediaTypeObject>>;

/** What a request sends, by media type (OpenAPI 3.1, 4.8.13). */
export interface RequestBodyObject extends Extensible {
  /** In Markdown. */
  description?: string;
  /** Whether it has to be sent. */
  required?: boolean;
  /** What it may be, by media type. */
  content: ContentObject;
}

/** What an operation answers with one status (OpenAPI 3.1, 4.8.17). */
export interface ResponseObject extends Extensible {
  /** OpenAPI 3.2 and later; before, `x-summary`. */
  summary?: string;
  /** When it comes, in Markdown. */
  description: string;
  /** Headers by name. */
  headers?: Record<string, OrReference<HeaderObject>>;
  /** What it may be, by media type. */
  content?: ContentObject;
  /** What may be called next, by name. */
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
  /** The media type of the part, or several of them. */
  contentType?: string;
  /** Further headers of the part. */
  headers?: Record<string, OrReference<HeaderObject>>;
}

/** How requests prove who sends them (OpenAPI 3.1, 4.8.27). */
export interface SecuritySchemeObject extends Extensible {
  /** The kind of scheme. */
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** In Markdown. */
  description?: string;
  /** OpenAPI 3.2 and later. */
  deprecated?: boolean;
  /** Of `http`: the scheme of the header `Authorization` (RFC 9110, 16.4.1). */
  scheme?: string;
  /** Of bearer tokens: what they are, such as `JWT`. */
  bearerFormat?: string;
  /** Of `apiKey`: where the key is sent. */
  in?: 'header' | 'query' | 'cookie';
  /** Of `apiKey`: the name of the header, parameter or cookie. */
  name?: string;
  /** Of `oauth2`: how a token is got. */
  flows?: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
  /** Of `openIdConnect`: the address of the discovery document. */
  openIdConnectUrl?: string;
}
