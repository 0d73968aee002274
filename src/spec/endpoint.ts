import type { ParameterStyle } from '../../decorators/record.js';
import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor, ExtensionName, JsonValue } from '../base/types.js';
import type { Exposing } from '../model/types.js';
import type { ValidationOptions } from '../model/validation-options.js';
import type { ExampleObject, LinkObject } from './document.js';
import type { HttpMethod, ExternalDocs, SecurityRequirement, Server } from './objects.js';

/** One API operation (OpenAPI 3.1, 4.8.10). A minimal one has a method, a path and one response. */
export interface Endpoint {
  /** One of `HttpMethod`, in any case. With any other the endpoint is skipped and `validate()` says so. */
  method: HttpMethod | Lowercase<HttpMethod> | (string & {});
  /** Route path, in the style of OpenAPI or of a router: `/users/{id}`, `/users/:id`, `/files/*path`. */
  path: string;
  /** @default made from method and path: `getUsersById` */
  operationId?: string;
  summary?: string;
  /** Markdown. */
  description?: string;
  tags?: string[];
  /** Whom it is for, as views ask for it (`docs.view`); no part of the document. @default none */
  audience?: string | string[];
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
  /**
   * The options under which this operation's requests are validated, complete: none of the configuration's are added.
   * @default the configuration's
   */
  validation?: ValidationOptions;
  /** By HTTP status code, `default`, or a range such as `4XX`. */
  responses: Responses;
  security?: SecurityRequirement[];
  deprecated?: boolean;
  externalDocs?: ExternalDocs;
  servers?: Server[];
  /** Requests that the service sends in turn, by name and by the expression that gives their URL (OpenAPI 3.1, 4.8.18). */
  callbacks?: Record<string, Record<string, Callback[]>>;
  extensions?: Record<ExtensionName, JsonValue>;
}

/** A request that an operation makes its caller receive. */
export type Callback = Pick<Endpoint, 'method' | 'summary' | 'description' | 'requestBody' | 'responses'>;

/** Responses by HTTP status code (100 to 599), range, or `default` for all others. */
export type Responses = Partial<
  Record<number | 'default' | '1XX' | '2XX' | '3XX' | '4XX' | '5XX', ResponseSpec>
>;

/** An explicit parameter (OpenAPI 3.1, 4.8.12). */
export interface Parameter extends ParameterStyle {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  /** Path parameters are always required. @default false */
  required?: boolean;
  deprecated?: boolean;
  /** A type or a schema. @default string */
  schema?: TypeInput;
  /** Shown in the viewer; coerced to the schema's type. */
  example?: unknown;
  /** Examples by name, instead of `example`. */
  examples?: Record<string, ExampleObject>;
}

/** A request body (OpenAPI 3.1, 4.8.13). */
export interface RequestBody<T extends TypeInput = TypeInput> extends BodyView, BodyContent {
  description?: string;
  /** @default false */
  required?: boolean;
  schema: T;
  /** The options under which the body is validated, complete. @default the endpoint's */
  validation?: ValidationOptions;
}

/** A response (OpenAPI 3.1, 4.8.17); its status code is its key in `responses`. */
export interface ResponseSpec<T extends TypeInput = TypeInput> extends BodyView, BodyContent {
  description: string;
  /** None: a response without a body. */
  schema?: T;
  /** What each item of a stream is: of server-sent events (`text/event-stream`), or of lines of JSON (`application/jsonl`). */
  itemSchema?: TypeInput;
  /** Media types that have a schema of their own, beside `contentType`. */
  content?: Record<string, Pick<BodyContent, 'example' | 'examples'> & { schema?: TypeInput }>;
  /** Response headers by name. */
  headers?: Record<string, ResponseHeader>;
  /** What to do next with what the response says, by name (OpenAPI 3.1, 4.8.20). */
  links?: Record<string, LinkObject>;
  /** class-transformer's options that the response is made under, beside groups and version. @default its own */
  exposure?: Exposing;
}

export interface ResponseHeader {
  description?: string;
  required?: boolean;
  /** @default string */
  schema?: TypeInput;
}

/** How a body travels (OpenAPI 3.1, 4.8.14). */
export interface BodyContent {
  /** One media type, or several that have one schema. @default 'application/json', for a file 'application/octet-stream' */
  contentType?: string | string[];
  /** One example of the body. */
  example?: unknown;
  /** Examples of the body by name, instead of `example`. */
  examples?: Record<string, ExampleObject>;
}

/** Which view of a class a body has: class-transformer's groups and version. */
export interface BodyView {
  groups?: string[];
  version?: number;
}
