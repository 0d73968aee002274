import type { Constructor, ExtensionName, JsonValue, ParameterStyle } from '../model/types.js';
import type { TypeInput } from '../model/type-input.js';
import type { Schema } from '../schema/schema.js';
import type { ExternalDocs, SecurityRequirement, Server } from './config.js';

/** One API operation (seed 2.3). A minimal one has a method, a path and one response. */
export interface Endpoint {
  /** GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS or TRACE, in any case. */
  method: string;
  /** Route path, in the style of OpenAPI or of a router (seed 2.9). */
  path: string;
  /** @default made from method and path: `getUsersById` */
  operationId?: string;
  summary?: string;
  /** Markdown. */
  description?: string;
  tags?: string[];
  /** Explicit parameters. */
  parameters?: Parameter[];
  /** A class whose properties become query parameters. */
  queryParams?: Constructor;
  /** A class whose properties become path parameters. */
  pathParams?: Constructor;
  /** A class whose properties become header parameters. */
  headerParams?: Constructor;
  /** A class whose properties become cookie parameters. */
  cookieParams?: Constructor;
  requestBody?: RequestBody;
  /** By HTTP status code, `default`, or a range such as `4XX`. */
  responses: Responses;
  security?: SecurityRequirement[];
  deprecated?: boolean;
  externalDocs?: ExternalDocs;
  servers?: Server[];
  extensions?: Record<ExtensionName, JsonValue>;
}

export type Responses =
  | Record<number | `${number}` | 'default' | '1XX' | '2XX' | '3XX' | '4XX' | '5XX', ResponseSpec>
  | Partial<Record<number | 'default' | '1XX' | '2XX' | '3XX' | '4XX' | '5XX', ResponseSpec>>;

/** An explicit parameter (seed 2.4). */
export interface Parameter extends ParameterStyle {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  /** Path parameters are always required. @default false */
  required?: boolean;
  deprecated?: boolean;
  /** A type or a schema. @default string */
  schema?: TypeInput;
  example?: unknown;
}

/** A request body (seed 2.5). */
export interface RequestBody extends BodyView {
  description?: string;
  /** Media type. @default 'application/json' */
  contentType?: string;
  /** @default false */
  required?: boolean;
  schema: TypeInput;
}

/** A response (seed 2.6); its status code is its key in `responses`. */
export interface ResponseSpec extends BodyView {
  description: string;
  /** None: a response without a body. */
  schema?: TypeInput;
  /** Media type. @default 'application/json' */
  contentType?: string;
  /** Response headers by name. */
  headers?: Record<string, ResponseHeader>;
}

export interface ResponseHeader {
  description?: string;
  required?: boolean;
  /** @default string */
  schema?: TypeInput;
}

/** Which view of a class a body has: class-transformer's groups and version. */
export interface BodyView {
  groups?: string[];
  version?: number;
}

export type { Schema };
