import type { ParameterStyle } from '../../decorators/record.js';
import type { ExtensionName } from '../base/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { ExternalDocs, Info, OAuthFlows, Server, Tag, HttpMethod } from './objects.js';

/** An OpenAPI document as plain JSON: what `buildSpec()` gives and `transformDocument` takes. */
export interface OpenApiDocument extends Extensible {
  /** `3.0.3`, `3.1.0` or `3.2.0`. */
  openapi: string;
  info: Info;
  servers?: Server[];
  security?: SecurityObject[];
  tags?: Tag[];
  externalDocs?: ExternalDocs;
  paths: Record<string, PathItemObject>;
  /** OpenAPI 3.1 and later; 3.0 has `x-webhooks`. */
  webhooks?: Record<string, PathItemObject>;
  components?: ComponentsObject;
}

/** Anything that may carry specification extensions. */
export type Extensible = Partial<Record<ExtensionName, unknown>>;

export interface ComponentsObject extends Extensible {
  schemas?: Record<string, Schema>;
  securitySchemes?: Record<string, SecuritySchemeObject>;
}

export type PathItemObject = Partial<Record<Lowercase<HttpMethod>, OperationObject>>;

export interface OperationObject extends Extensible {
  tags?: string[];
  summary?: string;
  description?: string;
  externalDocs?: ExternalDocs;
  operationId?: string;
  parameters?: ParameterObject[];
  requestBody?: RequestBodyObject;
  responses: Record<string, ResponseObject>;
  deprecated?: boolean;
  security?: SecurityObject[];
  servers?: Server[];
  callbacks?: Record<string, Record<string, PathItemObject>>;
}

/** Names of security schemes with their scopes; all of one object together grant access. */
export type SecurityObject = Record<string, string[]>;

/** What has a schema and examples of it: a parameter, a header, a media type. */
export interface SchemaHolder {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, ExampleObject>;
}

export interface ExampleObject {
  summary?: string;
  description?: string;
  value: unknown;
}

/** How a value of a response leads to another operation. */
export interface LinkObject {
  operationId?: string;
  operationRef?: string;
  parameters?: Record<string, unknown>;
  requestBody?: unknown;
  description?: string;
  server?: Server;
}

export interface ParameterObject extends SchemaHolder, ParameterStyle {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  deprecated?: boolean;
}

export interface HeaderObject extends SchemaHolder {
  description?: string;
  required?: boolean;
}

export interface RequestBodyObject {
  description?: string;
  required?: boolean;
  content: Record<string, MediaTypeObject>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, HeaderObject>;
  content?: Record<string, MediaTypeObject>;
  links?: Record<string, LinkObject>;
}

export interface MediaTypeObject extends SchemaHolder {
  /** One item of a stream; OpenAPI 3.2 alone has it. */
  itemSchema?: Schema;
  /** How the properties of a form travel, where it is not the default. */
  encoding?: Record<string, EncodingObject>;
}

export interface EncodingObject extends ParameterStyle {
  contentType?: string;
}

export interface SecuritySchemeObject {
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect';
  description?: string;
  scheme?: string;
  bearerFormat?: string;
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  flows?: OAuthFlows;
  openIdConnectUrl?: string;
}
