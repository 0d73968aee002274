import type { TypeInput } from '../../../../decorators/type-input.js';
import type { OperationRequest } from '../../../shared/http.js';
import type { DiagnosticsMode } from '../../../shared/diagnostics-notice.js';
import type { Constructor } from '../../../shared/types.js';
import type { ImplicitConversion, ValidationOptions } from '../../model/validation-options.js';
import type { Authorize, DocsAuth, OnError, UIConfig } from './page-options.js';
import type { OpenApiDocument } from '../types/document.js';
import type { CallbackUrls, PathItem } from '../types/endpoint.js';
import type {
  Example,
  ExternalDocs,
  Info,
  Link,
  OAuthFlows,
  SecurityRequirement,
  Server,
  Tag,
} from '../types/objects.js';
import type {
  AnyRequestBody,
  Extended,
  MediaType,
  Parameter,
  ResponseHeader,
  Responses,
  ResponseSpec,
} from '../types/parts.js';

/** Argument of `new Docs(config)`. */
export interface Config extends Extended {
  /** Title, version, contact and licence of the API. */
  info: Info;
  /** The document's own URI, without a fragment; OpenAPI 3.2 and later. */
  $self?: string;
  /** URI of the dialect of all schemas; OpenAPI 3.1 and later. @default OpenAPI's own */
  jsonSchemaDialect?: string;
  /**
   * Servers of the API. A relative URL, as in `[{ url: '/' }]`, means the host that serves the document
   * (OpenAPI 3.2, 4.8.5).
   *
   * @default none: readers assume the URL `/`
   */
  servers?: Server[];
  /** Groups of operations with their descriptions, in the order of the sidebar. */
  tags?: Tag[];
  /** Appearance of the docs page, and the source of its viewer. */
  ui?: UIConfig;
  /** Security schemes by the names that operations use. */
  auth?: AuthConfig;
  /** Password or key for page and document. @default none: both are public */
  docsAuth?: DocsAuth;
  /**
   * Decides by your own rules who may read page and document.
   * If `docsAuth` is set too, either one grants access.
   * @default none
   */
  authorize?: Authorize;
  /** Receives each error of `transformDocument` and `authorize` during a request. @default none */
  onError?: OnError;
  /** Makes `validate()` treat warnings as errors, such as a misspelt name in `security`. @default false */
  strict?: boolean;
  /**
   * How a program that serves the docs learns of their errors and warnings: `'warn'` emits one process
   * warning with the code `DTOSPEC_DIAGNOSTICS` after the set-up, `'throw'` throws the error of `validate()`
   * from `mount` and ends a process whose operations have errors, `'silent'` does nothing.
   *
   * @default 'warn', or 'silent' if NODE_ENV is production
   */
  diagnostics?: DiagnosticsMode;
  /** Inlines every class at each use instead of `components.schemas` with `$ref`. @default false */
  inlineSchemas?: boolean;
  /** OpenAPI version of the document. @default '3.1' */
  openapi?: OpenApiVersion;
  /**
   * Validation options of your application: those of class-validator's `validate` and class-transformer's
   * `plainToInstance`. They decide how requests are documented.
   *
   * @default the libraries' own defaults
   */
  validation?: ValidationOptions;
  /** Documents that class-validator accepts null for `@IsOptional()` properties. @default false */
  nullableOptional?: boolean;
  /**
   * Documentation of requests under `enableImplicitConversion`: `'accepted'` lists every scalar type that is
   * converted, `'declared'` only the declared type, which client generators need.
   *
   * @default 'accepted', in `nestDocs` 'declared'
   */
  implicitConversion?: ImplicitConversion;
  /**
   * `'lowercase'` documents parameters in lower case, unless a decorator sets their name. @default 'property'
   */
  parameterNames?: 'property' | 'lowercase';
  /** Security of operations without their own. @default none */
  security?: SecurityRequirement[];
  /**
   * Responses of all operations, such as 429 and 500, by status. An operation's own response replaces one,
   * and its `omitCommon` leaves one out. @default none
   */
  responses?: Responses;
  /**
   * Headers of all responses, such as a request id: a class,
   * headers by name, or a list of both. @default none
   */
  responseHeaders?: ResponseSpec['headers'];
  /** Further documentation of the whole API (OpenAPI 3.1, 4.8.11). */
  externalDocs?: ExternalDocs;
  /**
   * Classes that hand-written schemas refer to by name (`{ $ref: '#/components/schemas/Cat' }`). They are
   * components even if nothing refers to them. @default none
   */
  models?: Constructor[];
  /**
   * The facts that `dtospec extract` read of your sources: the file's path relative to the working directory,
   * or its content. `false` uses none. They apply to the classes of the process.
   *
   * @default `dtospec-facts.json`, if the working directory has it
   */
  facts?: string | Readonly<Record<string, unknown>> | false;
  /** Named responses, parameters and other components, for `{ $ref: 'Unauthorized' }`. */
  components?: Components;
  /** Path items by path. */
  paths?: Record<string, PathItem>;
  /** Changes the finished document; its return value is served. */
  transformDocument?: (document: OpenApiDocument) => OpenApiDocument;
}

/** Named objects for references: the Components Object (OpenAPI 3.2, 4.8.7). */
export interface Components extends Extended {
  /** Responses, for `{ $ref }` in `responses`. */
  responses?: Record<string, ResponseSpec>;
  /** Parameters, for `{ $ref }` in `parameters`. */
  parameters?: Record<string, Parameter>;
  /** Examples, for `{ $ref }` in `examples`. */
  examples?: Record<string, Example>;
  /** Bodies, for `{ $ref }` in `requestBody`. */
  requestBodies?: Record<string, AnyRequestBody>;
  /** Headers, for `{ $ref }` in `headers`. */
  headers?: Record<string, ResponseHeader>;
  /** Links, for `{ $ref }` in `links`. */
  links?: Record<string, Link>;
  /** Callbacks, for `{ $ref }` in `callbacks`. */
  callbacks?: Record<string, CallbackUrls>;
  /** Path items; before OpenAPI 3.1 they are written in full at each reference. */
  pathItems?: Record<string, PathItem>;
  /** Media types; before OpenAPI 3.2 they are written in full at each reference. */
  mediaTypes?: Record<string, MediaType>;
  /** Schemas by name, in addition to those of classes. */
  schemas?: Record<string, TypeInput>;
}

/** Versions of OpenAPI, written as 3.0.3, 3.1.0 and 3.2.0. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** Versions of OpenAPI, from the oldest. */
export const OPENAPI_VERSIONS = ['3.0', '3.1', '3.2'] as const satisfies readonly OpenApiVersion[];

export function isAtLeast(openapi: OpenApiVersion, version: OpenApiVersion): boolean {
  return openapi >= version;
}

/** Security schemes of the API. */
export interface AuthConfig {
  /** Has no effect. @deprecated The viewer decides whether it keeps credentials. */
  persistCredentials?: boolean;
  /**
   * Schemes by the names that `security` uses. A scheme with a predefined name replaces the predefined one.
   */
  schemes?: AuthScheme[];
}

/**
 * A security scheme (OpenAPI 3.1, 4.8.27), written to `components.securitySchemes`. Each type requires what
 * OpenAPI requires, so an incomplete scheme does not compile.
 */
export type AuthScheme = HttpScheme | ApiKeyScheme | OAuth2Scheme | OpenIdConnectScheme | MutualTlsScheme;

/** User name and password of HTTP basic authentication. */
export interface BasicCredentials {
  /** User name, without a colon (RFC 7617, 2). */
  readonly username: string;
  /** Password; it may contain colons. */
  readonly password: string;
}

/** The second argument of `verify`. */
export interface VerifyContext {
  /** The request, before its body is read. */
  readonly request: OperationRequest;
  /** Scopes that the operation requires. */
  readonly scopes: readonly string[];
}

/**
 * A value that grants access: `true`, or an object such as
 * the user. A list or another collection grants nothing.
 */
export type Granted = true | (object & { readonly [Symbol.iterator]?: never; readonly then?: never });

/** An empty value, which refuses access. */
export type Denied = undefined | null | false | 0 | '';

/** The result of `verify`. */
export type VerifyResult = Granted | Denied;

/**
 * Checks a credential. `true` or an object grants access and becomes the handler's `auth`. For an empty value
 * (`undefined`, `null`, `false`, `0`, `''`, `[]`) the response is 401, for `forbidden()` 403. For any other
 * value, such as a text, a number or a list with items, the operation does not run and the framework gets an
 * error. The framework also handles a thrown error.
 */
export type Verify<C, U extends VerifyResult = VerifyResult> = (
  credential: C,
  context: VerifyContext,
) => U | Promise<U>;

/** A scheme that may check credentials. */
interface Verifiable<U extends VerifyResult> {
  /**
   * Checks a credential of a request. `false` if a proxy or middleware does it. Without `verify`, the scheme
   * only documents. @default none
   */
  verify?: Verify<never, U> | false | undefined;
}

interface SchemeBase extends Extended {
  /** Name for `Endpoint.security`: letters, digits, `.`, `_` and `-`. */
  name: string;
  description?: string;
  /** True if the scheme is deprecated; OpenAPI 3.2 and later. */
  deprecated?: boolean;
}

/** The `Authorization` header with one of HTTP's schemes. */
export interface HttpScheme<U extends VerifyResult = VerifyResult> extends SchemeBase, Verifiable<U> {
  type: 'http';
  /** `bearer`, `basic` or another registered scheme. */
  scheme: 'bearer' | 'basic' | (string & {});
  /** Format of a `bearer` token, such as `JWT`. */
  bearerFormat?: string;
}

/** An API key. */
export interface ApiKeyScheme<U extends VerifyResult = VerifyResult> extends SchemeBase, Verifiable<U> {
  type: 'apiKey';
  /** Location of the key. */
  in: 'header' | 'query' | 'cookie';
  /** The header, query parameter or cookie that carries the credential. */
  paramName: string;
  /**
   * For a cookie with `verify`: origins whose pages may send requests that change
   * something, as in `['https://app.example.com']`, or `'*'` for every origin.
   * Browsers add the cookie to requests of all pages, so for pages of other origins
   * the response is 403. GET, HEAD, OPTIONS, TRACE and QUERY are not checked.
   * @default the origin of the operation
   */
  allowedOrigins?: readonly string[] | '*' | undefined;
}

/** OAuth 2 (OpenAPI 3.1, 4.8.27). */
export interface OAuth2Scheme<U extends VerifyResult = VerifyResult> extends SchemeBase, Verifiable<U> {
  type: 'oauth2';
  /** Flows to get a token. */
  flows: OAuthFlows;
  /** URL of the authorization server's metadata (RFC 8414); OpenAPI 3.2 and later. */
  oauth2MetadataUrl?: string;
}

/** OpenID Connect, described by a discovery document (OpenAPI 3.1, 4.8.27). */
export interface OpenIdConnectScheme<U extends VerifyResult = VerifyResult>
  extends SchemeBase, Verifiable<U> {
  type: 'openIdConnect';
  /** URL of the discovery document. */
  openIdConnectUrl: string;
}

/** A client certificate; OpenAPI 3.1 and later. */
export interface MutualTlsScheme extends SchemeBase {
  type: 'mutualTLS';
}
